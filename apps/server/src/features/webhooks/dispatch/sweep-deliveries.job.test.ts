import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { publishTestEvent } from '../../../testing/publish-test-event.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../../testing/seed-webhook-endpoint.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { claimAttempt } from './claim-attempt.ts';
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
  await loseJobs();
});

const sweep = () => sweepDeliveries.run(context, {});
const loseJobs = () => context.database.pool.query('delete from graphile_worker._private_jobs');
const readJobs = async () => {
  const { rows } = await context.database.pool.query<{ key: string; run_at: Date; payload: object }>(
    `
    select key, run_at, payload
    from graphile_worker._private_jobs
    order by run_at
    `,
  );
  return rows;
};

describe('the sweep', () => {
  test('sends what lost its job when it is overdue by more than ten seconds', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await loseJobs();
    server.clock.advance(OVERDUE);
    await sweep();
    expect(await readJobs()).toEqual([]);
    server.clock.advance(1);
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
    await sweep();
    expect(await readJobs()).toEqual([]);
  });

  test('sends a retry that lost its job', async () => {
    receiver.answer(() => ({ status: 500 }));
    await server.client.webhookEndpoints.test(endpointId);
    await runDueJobs(context);
    await loseJobs();
    server.clock.advance(30_000 + MINUTE + 1);
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('doubles no job of a queue that is behind, and leaves each at its place', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    server.clock.advance(1_000);
    await server.client.sessions.create();
    await server.client.webhookEndpoints.test(endpointId);
    const jobs = await readJobs();
    expect(jobs).toHaveLength(3);
    server.clock.advance(MINUTE);
    await sweep();
    await sweep();
    expect(await readJobs()).toEqual(jobs);
    await runDueJobs(context);
    expect(
      receiver.deliveries.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence),
    ).toEqual([1, 2, 3]);
  });

  test('doubles no job of an event with more receivers than a job takes', async () => {
    const { organisationId } = await seedOrganisation(context);
    for (let count = 0; count < 25; count++) {
      await seedWebhookEndpoint(context, { organisationId, url: receiver.url });
    }
    await publishTestEvent(context, organisationId);
    const jobs = await readJobs();
    expect(jobs).toHaveLength(3);
    server.clock.advance(MINUTE);
    await sweep();
    expect(await readJobs()).toEqual(jobs);
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(25);
  });

  test('ends the attempt that a dead worker had under way for an endpoint that was deleted', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    const organisation_id = server.seed.organisationId;
    await claimAttempt(context, { organisation_id, delivery_id: id });
    const gone = await server.client.webhookEndpoints.create({ url: receiver.url });
    const other = await server.client.webhookEndpoints.test(gone.id);
    await claimAttempt(context, { organisation_id, delivery_id: other.id });
    await server.client.webhookEndpoints.delete(gone.id);
    const endLeases = (ago: string) =>
      context.database.pool.query(
        'update webhook_leases set lease_until = clock_timestamp() - $1::interval',
        [ago],
      );
    await endLeases('50 seconds');
    await sweep();
    expect((await server.client.webhookEvents.get(other.id)).attempts).toMatchObject([
      { number: 1, outcome: 'in_progress' },
    ]);
    await endLeases('61 seconds');
    await sweep();
    expect(await server.client.webhookEvents.get(other.id)).toMatchObject({
      status: 'dropped',
      attempt_count: 1,
      attempts: [{ number: 1, outcome: 'interrupted' }],
    });
    // The other is due, and whoever claims it ends it.
    expect((await server.client.webhookEvents.get(id)).attempts).toMatchObject([{ outcome: 'in_progress' }]);
  });

  test('leaves alone what a worker holds, and takes it when the lease is over', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    await claimAttempt(context, { organisation_id: server.seed.organisationId, delivery_id: id });
    await loseJobs();
    server.clock.advance(10 * MINUTE);
    await sweep();
    expect(await readJobs()).toEqual([]);
    await context.database.pool.query('update webhook_leases set lease_until = clock_timestamp()');
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('leaves alone what a dead worker was sending while its job is still in the queue', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    const jobs = await readJobs();
    await claimAttempt(context, { organisation_id: server.seed.organisationId, delivery_id: id });
    await context.database.pool.query('update webhook_leases set lease_until = clock_timestamp()');
    server.clock.advance(MINUTE);
    await sweep();
    expect(await readJobs()).toEqual(jobs);
  });

  test('sends what a job gave up for good', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await context.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    server.clock.advance(MINUTE);
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('starts an endpoint for which deliveries wait, though the worker that held its places is dead', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) {
      ids.push((await server.client.webhookEndpoints.test(endpointId)).id);
      server.clock.advance(1);
    }
    const claim = (delivery_id: string) =>
      claimAttempt(context, { organisation_id: server.seed.organisationId, delivery_id });
    for (const id of ids) await claim(id);
    await loseJobs();
    await sweep();
    expect(await readJobs()).toEqual([]);
    await context.database.pool.query('update webhook_leases set lease_until = clock_timestamp()');
    await sweep();
    const expected = ids.slice(CAP, 2 * CAP).map((id) => `deliver-webhook:${id}:0`);
    expect((await readJobs()).map(({ key }) => key)).toEqual(expected);
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(4);
  });

  test('leaves alone what waits for a paused endpoint, and it is sent when the endpoint is active again', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await server.client.webhookEndpoints.update(endpointId, { active: false });
    await loseJobs();
    server.clock.advance(10 * MINUTE);
    await sweep();
    expect(await readJobs()).toEqual([]);
    await server.client.webhookEndpoints.update(endpointId, { active: true });
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('reads what is due and what waits by their indexes, however much is scheduled', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    await context.database.pool.query(
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
      insert into webhook_queue (organisation_id, endpoint_id, delivery_id, sequence, due_at, parked)
      select organisation_id, endpoint_id, id, sequence, next_attempt_at, sequence >= 30000 from deliveries
      `,
      [id],
    );
    server.clock.advance(2 * MINUTE);
    await context.database.pool.query('analyze webhook_deliveries, webhook_endpoints, webhook_queue');
    const [overdue, waiting] = await explainSweep();
    expect(overdue).toContain('webhook_queue_due_idx');
    expect(waiting).toContain('webhook_queue_parked_idx');
    expect(waiting).not.toContain('Seq Scan on webhook_queue');
  });
});

/** The plans of the two statements that look for something to do. */
const explainSweep = async (): Promise<string[]> => {
  const { prisma } = context.database;
  const plans: string[] = [];
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]): Promise<unknown[]> => {
    const [first = '', ...rest] = strings;
    const text = [`explain ${first}`, ...rest];
    const explained = Object.assign(text, { raw: text }) as unknown as TemplateStringsArray;
    const rows = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>(explained, ...values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return [];
  };
  const database = { ...context.database, prisma: { $executeRaw: explain, $queryRaw: explain } } as never;
  await sweepDeliveries.run({ ...context, database }, {});
  return plans;
};
