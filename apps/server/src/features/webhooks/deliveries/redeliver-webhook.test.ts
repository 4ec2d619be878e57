import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { waitForLock } from '../../../testing/wait-for-lock.ts';
import { claimAttempts } from '../dispatch/claim-attempts.ts';
import { restartDeliveries } from '../dispatch/lock-endpoint.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const DELAYS_MS = [30_000, 300_000, 3_600_000, 21_600_000, 86_400_000];

let server: WebhookServer;
let context: Context;
let organisationId: string;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let endpointId: string;

beforeAll(async () => {
  server = await startWebhookServer();
  context = server.context;
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver, organisationId } = await server.openTenant());
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});
// Due deliveries are dropped, so that the next test does not send them.
afterEach(async () => {
  for await (const { id } of client.webhookEndpoints.list()) await client.webhookEndpoints.delete(id);
});

const deliver = () => runDueJobs(context);
const publish = async () => {
  await client.sessions.create({ notes: 'Dach — 屋根' });
  return (await client.webhookEvents.list({ limit: 1 })).data[0]!;
};
const redeliver = (id: string) => client.webhookEvents.redeliver(id);
const countQueued = (delivery_id: string) =>
  context.database.prisma.queuedDelivery.count({ where: { delivery_id } });
const listAwaitedLocks = async () => {
  const { rows } = await context.database.pool.query<{ locktype: string }>(
    `
    select l.locktype
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where a.datname = current_database() and not l.granted
    `,
  );
  return rows.map(({ locktype }) => locktype);
};
const exhaust = async () => {
  for (const delayMs of [0, ...DELAYS_MS]) {
    server.clock.advance(delayMs);
    await deliver();
  }
};

describe('202', () => {
  test('after it was delivered, the same event comes again: same id, body and sequence', async () => {
    const { id } = await publish();
    await deliver();
    server.clock.advance(60_000);
    const restarted = await redeliver(id);
    expect(restarted).toMatchObject({ id, status: 'pending', attempt_count: 1, delivered_at: null });
    expect(restarted.sequence).toBe(1);
    await deliver();
    const [first, second] = receiver.deliveries;
    expect(receiver.deliveries).toHaveLength(2);
    expect(second!.body).toBe(first!.body);
    for (const header of ['svc-event-id', 'svc-event-type', 'webhook-id']) {
      expect(second!.headers[header]).toBe(first!.headers[header]);
    }
    expect(second!.headers['svc-delivery-attempt']).toBe('2');
    await expect(client.webhookEvents.get(id)).resolves.toMatchObject({
      status: 'delivered',
      attempt_count: 2,
      delivered_at: server.clock.now().toISOString(),
      attempts: [{ outcome: 'delivered' }, { outcome: 'delivered' }],
    });
  });

  test('after it was dropped, the whole retry schedule begins anew', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id } = await publish();
    await exhaust();
    await expect(client.webhookEvents.get(id)).resolves.toMatchObject({
      status: 'dropped',
      attempt_count: 6,
    });
    await expect(redeliver(id)).resolves.toMatchObject({ status: 'pending', response_status: 500 });
    await exhaust();
    expect(receiver.deliveries).toHaveLength(12);
    expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
    await expect(client.webhookEvents.get(id)).resolves.toMatchObject({
      status: 'dropped',
      attempt_count: 12,
    });
  });

  test('while it waits for a retry, it goes out now, and the planned one is not made beside it', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id } = await publish();
    await deliver();
    receiver.answer(() => ({ status: 200 }));
    await redeliver(id);
    expect(await countQueued(id)).toBe(1);
    await deliver();
    server.clock.advance(30_000);
    await deliver();
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('while it is pending it is returned as it is, and not doubled', async () => {
    const published = await publish();
    await expect(redeliver(published.id)).resolves.toEqual(published);
    expect(await countQueued(published.id)).toBe(1);
    await deliver();
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('while an attempt is under way it is left to it, and what that comes to stands', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id } = await publish();
    await deliver();
    receiver.answer(async () => {
      await redeliver(id);
      return { status: 500 };
    });
    server.clock.advance(30_000);
    await deliver();
    expect(receiver.deliveries).toHaveLength(2);
    const delivery = await context.database.prisma.webhookDelivery.findFirst({ where: { id } });
    expect(delivery).toMatchObject({ status: 'failed', failure_count: 2, attempt_count: 2 });
  });

  test('a worker that holds it past its lease can not write its old failures over the new round', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id } = await publish();
    await deliver();
    server.clock.advance(30_000);
    await claimAttempts(context, 1);
    await context.database.pool.query('update webhook_leased_attempts set lease_until = clock_timestamp()');
    await expect(redeliver(id)).resolves.toMatchObject({ status: 'failed', attempt_count: 2 });
  });

  test('while a worker takes the retry, the two take their locks in one order: first the gate', async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id } = await publish();
    await deliver();
    server.clock.advance(30_000);
    let claim: Promise<unknown> | undefined;
    await context.transact(async (tx) => {
      await restartDeliveries(tx, { organisationId, endpointId }, [id]);
      claim ??= claimAttempts(context, 1);
      await waitForLock(context);
      expect(await listAwaitedLocks()).toEqual(['advisory']);
    });
    await expect(claim).resolves.toMatchObject({ attempts: [{ attempt_count: 2 }] });
    await context.database.pool.query('update webhook_leased_attempts set lease_until = clock_timestamp()');
    await deliver();
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('ten at once send it once', async () => {
    const { id } = await publish();
    await deliver();
    await Promise.all(Array.from({ length: 10 }, () => redeliver(id)));
    await deliver();
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('under one Idempotency-Key it is sent once, however often it is asked for', async () => {
    const { id } = await publish();
    await deliver();
    const options = { idempotencyKey: 'again, please' };
    const first = await client.webhookEvents.redeliver(id, options);
    await deliver();
    expect(await client.webhookEvents.redeliver(id, options)).toEqual(first);
    await deliver();
    expect(receiver.deliveries).toHaveLength(2);
  });
});

describe('404', () => {
  test("another organisation's delivery is as missing as one that never was", async () => {
    const { id } = await publish();
    await deliver();
    const { client: stranger } = await server.openTenant();
    for (const missing of [id, MISSING]) {
      await expect(stranger.webhookEvents.redeliver(missing)).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
    await deliver();
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('so is one whose endpoint was deleted, and it stays dropped', async () => {
    const { id } = await publish();
    await client.webhookEndpoints.delete(endpointId);
    await expect(redeliver(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(client.webhookEvents.get(id)).resolves.toMatchObject({ status: 'dropped' });
  });
});

test('409 endpoint_paused: nothing is sent to a paused endpoint, not later either', async () => {
  const { id } = await publish();
  await deliver();
  await client.webhookEndpoints.update(endpointId, { active: false });
  await expect(redeliver(id)).rejects.toMatchObject({ status: 409, code: 'endpoint_paused' });
  await client.webhookEndpoints.update(endpointId, { active: true });
  await deliver();
  expect(receiver.deliveries).toHaveLength(1);
});
