import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { publishTestEvent } from '../../../testing/publish-test-event.ts';
import { queryAtLength } from '../../../testing/query-at-length.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { claimAttempts } from './claim-attempts.ts';
import { sweepDeliveries } from './sweep-deliveries.job.ts';

const MINUTE = 60_000;
const OVERDUE = 10_000;
const CAP = 2;

let server: WebhookServer;
let context: Context;
let receiver: WebhookReceiver;
let endpointId: string;

beforeAll(async () => {
  server = await startWebhookServer({ WORKER_CONCURRENCY: '16' });
  context = server.context;
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await server.openReceiver();
  endpointId = (await server.client.webhookEndpoints.create({ url: receiver.url })).id;
});
afterEach(async () => {
  await server.client.webhookEndpoints.delete(endpointId);
  await loseWakes();
});

const sweep = () => sweepDeliveries.run(context, {});
const loseWakes = () => context.database.pool.query('delete from webhook_due_endpoints');
const claim = (permits = 1) => claimAttempts(context, permits);
const endLeases = () =>
  context.database.pool.query('update webhook_leased_attempts set lease_until = clock_timestamp()');
const countWakes = () => context.database.prisma.dueEndpoint.count();

describe('the sweep', () => {
  test('sends what lost its wake when it is overdue by more than ten seconds', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await loseWakes();
    server.clock.advance(OVERDUE);
    await sweep();
    expect(await countWakes()).toBe(0);
    server.clock.advance(1);
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
    await sweep();
    expect(await countWakes()).toBe(0);
  });

  test('sends a retry that lost its wake', async () => {
    receiver.answer(() => ({ status: 500 }));
    await server.client.webhookEndpoints.test(endpointId);
    await runDueJobs(context);
    await loseWakes();
    server.clock.advance(30_000 + MINUTE + 1);
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('doubles nothing of a queue that is behind, and each is sent in its turn', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    server.clock.advance(1_000);
    await server.client.sessions.create();
    await server.client.webhookEndpoints.test(endpointId);
    server.clock.advance(MINUTE);
    await sweep();
    await sweep();
    await runDueJobs(context);
    expect(
      receiver.deliveries.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence),
    ).toEqual([1, 2, 3]);
  });

  test('doubles nothing of an event with many receivers', async () => {
    const { organisationId } = await seedOrganisation(context);
    for (let count = 0; count < 25; count++) {
      await seedWebhookEndpoint(context, { organisationId, url: receiver.url });
    }
    await publishTestEvent(context, organisationId);
    server.clock.advance(MINUTE);
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(25);
  });

  test('ends the attempt that a dead worker had under way for an endpoint that was deleted', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await claim();
    const gone = await server.client.webhookEndpoints.create({ url: receiver.url });
    const other = await server.client.webhookEndpoints.test(gone.id);
    await claim();
    await server.client.webhookEndpoints.delete(gone.id);
    await sweep();
    expect((await server.client.webhookEvents.get(other.id)).attempts).toMatchObject([
      { number: 1, outcome: 'in_progress' },
    ]);
    await endLeases();
    await sweep();
    expect(await server.client.webhookEvents.get(other.id)).toMatchObject({
      status: 'dropped',
      attempt_count: 1,
      attempts: [{ number: 1, outcome: 'interrupted' }],
    });
  });

  test('leaves alone what a worker holds, and takes it when the lease is over', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    await claim();
    server.clock.advance(10 * MINUTE);
    await sweep();
    expect(await countWakes()).toBe(0);
    await endLeases();
    await sweep();
    expect((await server.client.webhookEvents.get(id)).attempts).toMatchObject([{ outcome: 'interrupted' }]);
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('starts an endpoint for which deliveries wait, though the worker that held its permits is dead', async () => {
    for (let count = 0; count < 6; count++) {
      await server.client.webhookEndpoints.test(endpointId);
      server.clock.advance(1);
    }
    expect((await claim(10)).attempts).toHaveLength(CAP);
    server.clock.advance(MINUTE);
    await sweep();
    expect(await countWakes()).toBe(0);
    await endLeases();
    await sweep();
    expect((await claim(10)).attempts).toHaveLength(CAP);
    await endLeases();
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(6);
  });

  test('leaves alone what waits for a paused endpoint, and it is sent when the endpoint is active again', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await server.client.webhookEndpoints.update(endpointId, { active: false });
    await loseWakes();
    server.clock.advance(10 * MINUTE);
    await sweep();
    expect(await countWakes()).toBe(0);
    await server.client.webhookEndpoints.update(endpointId, { active: true });
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('reads what is due and what waits by their indexes, however much is scheduled', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    await queryAtLength(
      context,
      `
      with deliveries as (
        insert into webhook_deliveries
          (organisation_id, id, endpoint_id, event_id, event_type, sequence, next_attempt_at, created_at)
        select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, n,
          created_at + case when n < 30000 then interval '1 day' else '0' end, created_at
        from webhook_deliveries, generate_series(1001, 40000) n
        where id = $1
        returning *
      )
      insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
      select organisation_id, endpoint_id, id, sequence, next_attempt_at from deliveries
      `,
      [id],
    );
    server.clock.advance(2 * MINUTE);
    await context.database.pool.query(
      'analyze webhook_deliveries, webhook_endpoints, webhook_queued_deliveries',
    );
    const plans = await explainSweep();
    expect(plans).toContain('webhook_queued_deliveries_organisation_id_endpoint_id_due_a_idx');
    expect(plans).not.toContain('Seq Scan on webhook_queued_deliveries');
  });
});

const explainSweep = async (): Promise<string> => {
  let plan = '';
  const pool = {
    query: async ({ name, text, values }: { name: string; text: string; values: never[] }) => {
      if (name !== 'wake-overdue-endpoints') return { rows: [] };
      const { rows } = await context.database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  await sweepDeliveries.run({ ...context, database: { ...context.database, pool: pool as never } }, {});
  return plan;
};
