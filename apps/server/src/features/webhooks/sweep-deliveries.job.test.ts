import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/transact.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../testing/start-webhook-receiver.ts';
import { claimAttempt } from './claim-attempt.ts';
import { sweepDeliveries } from './sweep-deliveries.job.ts';

const MINUTE = 60_000;

let server: WebhookServer;
let context: Context;
let receiver: WebhookReceiver;
let endpointId: string;

beforeAll(async () => {
  server = await startWebhookServer();
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
  test('sends what lost its job when it is overdue by more than a minute', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await loseJobs();
    server.clock.advance(MINUTE);
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
    const keys = new Set((await readJobs()).map(({ key }) => key));
    expect(keys.size).toBe(3);
    server.clock.advance(MINUTE + 1);
    await sweep();
    const swept = await readJobs();
    expect(new Set(swept.map(({ key }) => key))).toEqual(keys);
    await sweep();
    expect(await readJobs()).toEqual(swept);
    await runDueJobs(context);
    expect(
      receiver.deliveries.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence),
    ).toEqual([1, 2, 3]);
  });

  test('leaves alone what a worker holds, and takes it when the lease is over', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    await claimAttempt(context, { organisation_id: server.seed.organisationId, delivery_id: id });
    await loseJobs();
    server.clock.advance(10 * MINUTE);
    await sweep();
    expect(await readJobs()).toEqual([]);
    await context.database.pool.query('update webhook_deliveries set lease_until = clock_timestamp()');
    await sweep();
    await runDueJobs(context);
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('leaves alone what waits for a paused endpoint', async () => {
    await server.client.webhookEndpoints.test(endpointId);
    await server.client.webhookEndpoints.update(endpointId, { active: false });
    await loseJobs();
    server.clock.advance(10 * MINUTE);
    await sweep();
    expect(await readJobs()).toEqual([]);
  });

  test('reads what is due by its index, not the month of deliveries around it', async () => {
    const { id } = await server.client.webhookEndpoints.test(endpointId);
    server.clock.advance(2 * MINUTE);
    await context.database.pool.query(
      `
      insert into webhook_deliveries
        (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, created_at, delivered_at)
      select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, n, 'delivered', created_at, created_at
      from webhook_deliveries, generate_series(1001, 20000) n
      where id = $1
      `,
      [id],
    );
    await context.database.pool.query('analyze webhook_deliveries, webhook_endpoints');
    expect(await explainSweep()).toContain('using webhook_deliveries_due_idx');
  });
});

/** The plan of the statement that the sweep runs. */
const explainSweep = async (): Promise<string> => {
  const writes: Tx['lastWrites'] = [];
  const transact: Context['transact'] = (work) =>
    context.transact(async (tx) => {
      const result = await work(tx);
      writes.push(...tx.lastWrites);
      return result;
    });
  await sweepDeliveries.run({ ...context, transact }, {});
  const plan = await context.database.prisma.$queryRaw<
    { 'QUERY PLAN': string }[]
  >`explain ${writes[0]!.jobs!}`;
  return plan.map((line) => line['QUERY PLAN']).join('\n');
};
