import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { dropDeliveries } from '../../../testing/drop-deliveries.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { continueRecovery } from './redeliver-webhooks.job.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const DAY_MS = 86_400_000;

let server: WebhookServer;
let context: Context;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let organisationId: string;
let endpointId: string;

beforeAll(async () => {
  server = await startWebhookServer({ WEBHOOK_RETRY_DELAYS: '30,300' });
  context = server.context;
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, organisationId, receiver } = await server.openTenant());
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});
// Due deliveries are dropped, so that the next test does not send them.
afterEach(async () => {
  for await (const { id } of client.webhookEndpoints.list()) await client.webhookEndpoints.delete(id);
  await context.database.pool.query('delete from graphile_worker._private_jobs');
});

const deliver = () => runDueJobs(context);
const now = () => server.clock.now().toISOString();
const fire = (id = endpointId) => client.webhookEndpoints.test(id);
const recover = (since: string, id = endpointId) => client.webhookEndpoints.recover(id, { since });
const sequences = () =>
  receiver.deliveries.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
const countBy = async (status: string) =>
  context.database.prisma.webhookDelivery.count({ where: { endpoint_id: endpointId, status } });
const listJobs = async () => {
  const { rows } = await context.database.pool.query<{ identifier: string; payload: never }>(
    `
    select t.identifier, j.payload
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    order by j.id
    `,
  );
  return rows;
};
const listWakes = () => context.database.prisma.dueEndpoint.findMany({ where: { endpoint_id: endpointId } });
/** The payload of the next batch's job, which leaves the queue. */
const takeNextBatch = async () => {
  const { rows } = await context.database.pool.query<{ payload: never }>(
    `
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'recover-deliveries'
    returning j.payload
    `,
  );
  expect(rows).toHaveLength(1);
  return rows[0]!.payload;
};
const dropMany = (last: number) =>
  context.database.pool.query(
    `
    insert into webhook_deliveries
      (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, failure_count, created_at)
    select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, n, 'dropped', 3, created_at
    from webhook_deliveries, generate_series(2, $2::int) n
    where endpoint_id = $1 and sequence = 1
    `,
    [endpointId, last],
  );

describe('202', () => {
  test('what failed or was dropped since then is sent again now, and nothing else', async () => {
    await fire(); // 1: dropped, but before
    receiver.answer(() => ({ status: 500 }));
    for (const delayMs of [0, 30_000, 300_000]) {
      server.clock.advance(delayMs);
      await deliver();
    }
    server.clock.advance(1);
    const since = now();
    await fire(); // 2: dropped
    for (const delayMs of [0, 30_000, 300_000]) {
      server.clock.advance(delayMs);
      await deliver();
    }
    await fire(); // 3: failed, and due again in 30 seconds
    await deliver();
    receiver.answer(() => ({ status: 200 }));
    await fire(); // 4: delivered
    await deliver();
    receiver.deliveries.length = 0;
    const other = await client.webhookEndpoints.create({ url: (await server.openReceiver()).url });
    await fire(other.id);

    await expect(recover(since)).resolves.toEqual({ count: 2 });
    await deliver();
    expect(sequences().toSorted()).toEqual([2, 3]);
    server.clock.advance(30_000);
    await deliver();
    expect(sequences()).toHaveLength(2);
    await expect(recover(since)).resolves.toEqual({ count: 0 });
  });

  test('each has the whole retry schedule before it', async () => {
    await fire();
    receiver.answer(() => ({ status: 500 }));
    const exhaust = async () => {
      for (const delayMs of [0, 30_000, 300_000]) {
        server.clock.advance(delayMs);
        await deliver();
      }
    };
    await exhaust();
    expect(await countBy('dropped')).toBe(1);
    await recover(new Date(0).toISOString());
    await exhaust();
    expect(receiver.deliveries).toHaveLength(6);
  });

  test('reaches back as far as deliveries are kept, and not beyond', async () => {
    await fire();
    await dropDeliveries(context, organisationId);
    await context.database.prisma.webhookDelivery.updateMany({
      where: { endpoint_id: endpointId },
      data: { created_at: new Date(server.clock.now().getTime() - 30 * DAY_MS) },
    });
    server.clock.advance(1);
    await expect(recover('2020-01-01T00:00:00.000Z')).resolves.toEqual({ count: 0 });
    server.clock.advance(-1);
    await expect(recover('2020-01-01T00:00:00.000Z')).resolves.toEqual({ count: 1 });
  });

  test('leaves an attempt that is under way to its end', async () => {
    await fire();
    const counts: number[] = [];
    receiver.answer(async () => {
      counts.push((await recover(new Date(0).toISOString())).count);
      return { status: 500 };
    });
    await deliver();
    server.clock.advance(30_000);
    await deliver();
    expect(counts).toEqual([0, 0]);
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('goes on in batches that each enqueue the next, and doubles nothing when a batch runs twice', async () => {
    await fire();
    await deliver();
    await dropMany(2_501);
    await expect(recover(new Date(0).toISOString())).resolves.toEqual({ count: 2_500 });
    expect(await countBy('pending')).toBe(1_000);
    const payloads: never[] = [];
    for (const expected of [2_000, 2_500]) {
      const payload = await takeNextBatch();
      payloads.push(payload);
      await continueRecovery.run(context, payload);
      expect(await countBy('pending')).toBe(expected);
    }
    // Each batch makes a single look: deliveries beyond the cap follow as attempts end, so that others need not wait
    // for thousands.
    const wakes = await listWakes();
    expect(wakes).toHaveLength(3);
    for (const payload of payloads) await continueRecovery.run(context, payload);
    expect(await listWakes()).toEqual(wakes);
    expect(await countBy('pending')).toBe(2_500);
  });

  test('a batch does not touch again what was restarted before it and failed anew', async () => {
    await fire();
    await deliver();
    await dropMany(1_501);
    await recover(new Date(0).toISOString());
    await context.database.pool.query(
      `update webhook_deliveries set status = 'failed', failure_count = 1 where endpoint_id = $1 and sequence between 2 and 499`,
      [endpointId],
    );
    const failed = await countBy('failed');
    await continueRecovery.run(context, await takeNextBatch());
    expect(await countBy('failed')).toBe(failed);
    expect(await countBy('dropped')).toBe(0);
  });

  test('a pause meanwhile delays what is restarted, a deletion ends it', async () => {
    await fire();
    await deliver();
    await dropMany(1_501);
    await recover(new Date(0).toISOString());
    const next = await takeNextBatch();
    await client.webhookEndpoints.update(endpointId, { active: false });
    await context.database.pool.query('delete from graphile_worker._private_jobs');
    await continueRecovery.run(context, next);
    expect(await countBy('pending')).toBe(1_500);
    expect(await listJobs()).toEqual([]);
    await client.webhookEndpoints.delete(endpointId);
    await continueRecovery.run(context, next);
    expect(await countBy('pending')).toBe(0);
    expect(await countBy('dropped')).toBe(1_500);
  });

  test('reads what was not delivered by an index of its own, among a month of what was', async () => {
    await fire();
    await deliver();
    await context.database.pool.query(
      `
      insert into webhook_deliveries
        (organisation_id, id, endpoint_id, event_id, event_type, sequence, status, created_at, delivered_at)
      select organisation_id, uuid_v7(), endpoint_id, event_id, event_type, n, 'delivered', created_at, created_at
      from webhook_deliveries, generate_series(2, 20000) n
      where endpoint_id = $1
      `,
      [endpointId],
    );
    await context.database.pool.query('analyze webhook_deliveries');
    const { rows } = await context.database.pool.query<{ 'QUERY PLAN': string }>(
      `
      explain select id, sequence from webhook_deliveries
      where organisation_id = (select organisation_id from webhook_endpoints where id = $1) and endpoint_id = $1
        and failure_count > 0 and status in ('failed', 'dropped') and created_at >= now() - interval '30 days'
        and sequence > 0
      order by sequence limit 1000
      `,
      [endpointId],
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('webhook_deliveries_undelivered_idx');
  });
});

test.each([
  ['nothing', {}],
  ['no time', { since: 'yesterday' }],
  ['no text', { since: 1 }],
])('400 names since when it is %s', async (_, body) => {
  await expect(client.webhookEndpoints.recover(endpointId, body as never)).rejects.toMatchObject({
    status: 400,
    code: 'validation_error',
    errors: expect.arrayContaining([expect.objectContaining({ path: 'body.since' })]),
  });
});

test("404: another organisation's endpoint, a deleted one and one that never was", async () => {
  const { client: stranger } = await server.openTenant();
  const gone = await client.webhookEndpoints.create({ url: receiver.url });
  await client.webhookEndpoints.delete(gone.id);
  const since = now();
  for (const call of [
    () => stranger.webhookEndpoints.recover(endpointId, { since }),
    () => recover(since, gone.id),
    () => recover(since, MISSING),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('409 endpoint_paused: nothing is restarted', async () => {
  await fire();
  receiver.answer(() => ({ status: 500 }));
  await deliver();
  await client.webhookEndpoints.update(endpointId, { active: false });
  await expect(recover(new Date(0).toISOString())).rejects.toMatchObject({
    status: 409,
    code: 'endpoint_paused',
  });
  expect(await countBy('failed')).toBe(1);
});
