import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { capOf, claimAttempts } from '../dispatch/claim-attempts.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

let server: WebhookServer;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;
let endpointId: string;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver } = await server.openTenant());
  endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
});
// Due deliveries are dropped, so that the next test does not send them.
afterEach(async () => {
  for await (const { id } of client.webhookEndpoints.list()) await client.webhookEndpoints.delete(id);
});

const fire = (id = endpointId) => client.webhookEndpoints.test(id);
const deliver = () => runDueJobs(server.context);
const explain = (id: string) => client.webhookEvents.explain(id);
const now = () => server.clock.now();
const claim = () => claimAttempts(server.context, 1);

describe('200', () => {
  test('before its first attempt it waits for a worker', async () => {
    const fired = await fire();
    await expect(explain(fired.id)).resolves.toEqual({
      delivery: fired,
      state: 'waiting_for_worker',
      due_at: now().toISOString(),
      reason: 'It is due and waits for a free worker.',
      attempts_left: 6,
      last_error: null,
    });
  });

  test('between two attempts it is scheduled: what the last one met, when the next is due', async () => {
    receiver.answer(() => ({ status: 503 }));
    const { id } = await fire();
    await deliver();
    const due_at = new Date(now().getTime() + 30_000).toISOString();
    await expect(explain(id)).resolves.toMatchObject({
      delivery: { id, status: 'failed', attempt_count: 1 },
      state: 'scheduled',
      due_at,
      reason: `Attempt 1 failed. The next one is due at ${due_at}.`,
      attempts_left: 5,
      last_error: 'The receiver answered 503.',
    });
    server.clock.advance(30_000);
    await expect(explain(id)).resolves.toMatchObject({ state: 'waiting_for_worker', due_at });
  });

  test('while the receiver has it, it is in progress', async () => {
    const { id } = await fire();
    let seen: object = {};
    receiver.answer(async () => {
      seen = await explain(id);
      return { status: 200 };
    });
    await deliver();
    expect(seen).toMatchObject({ state: 'in_progress', due_at: null, reason: 'Attempt 1 is under way.' });
    await expect(explain(id)).resolves.toMatchObject({
      state: 'delivered',
      due_at: null,
      attempts_left: 0,
      last_error: null,
    });
  });

  test('is parked while its endpoint has as many attempts under way as it may, and other endpoints are not', async () => {
    const cap = capOf(server.context.config.workerConcurrency);
    for (let count = 0; count < cap; count++) {
      await fire();
      await claim();
    }
    const { id } = await fire();
    const other = await client.webhookEndpoints.create({ url: receiver.url });
    await expect(explain(id)).resolves.toMatchObject({ state: 'parked', due_at: now().toISOString() });
    await expect(explain((await fire(other.id)).id)).resolves.toMatchObject({ state: 'waiting_for_worker' });
    await server.context.database.pool.query(
      'update webhook_leased_attempts set lease_until = clock_timestamp() where endpoint_id = $1',
      [endpointId],
    );
    await expect(explain(id)).resolves.toMatchObject({ state: 'waiting_for_worker' });
  });

  test('is parked while as many as its endpoint may have under way wait longer', async () => {
    const cap = capOf(server.context.config.workerConcurrency);
    for (let count = 0; count < cap; count++) {
      await expect(explain((await fire()).id)).resolves.toMatchObject({ state: 'waiting_for_worker' });
      server.clock.advance(1);
    }
    await expect(explain((await fire()).id)).resolves.toMatchObject({
      state: 'parked',
      reason: 'It is due, and follows those that wait longer for its endpoint.',
    });
  });

  test('after its worker died it waits for another', async () => {
    const { id } = await fire();
    await claim();
    await server.context.database.pool.query(
      'update webhook_leased_attempts set lease_until = clock_timestamp()',
    );
    const { state, reason } = await explain(id);
    expect(state).toBe('waiting_for_worker');
    expect(reason).toContain('Attempt 1 was cut off');
  });

  test('is paused with its endpoint', async () => {
    const { id } = await fire();
    await client.webhookEndpoints.update(endpointId, { active: false });
    await expect(explain(id)).resolves.toMatchObject({ state: 'paused', due_at: null, attempts_left: 6 });
  });

  test('is dropped when the schedule is used up', async () => {
    await receiver.close();
    const { id } = await fire();
    for (const delayMs of [0, ...server.context.config.webhookRetryDelaysMs]) {
      server.clock.advance(delayMs);
      await deliver();
    }
    await expect(explain(id)).resolves.toMatchObject({
      state: 'dropped',
      reason: 'Every attempt of the schedule failed. Redeliver it when the receiver is mended.',
      attempts_left: 0,
      last_error: 'The host refused the connection.',
    });
  });

  test('is dropped with its endpoint', async () => {
    const { id } = await fire();
    await client.webhookEndpoints.delete(endpointId);
    await expect(explain(id)).resolves.toMatchObject({
      state: 'dropped',
      reason: 'Its endpoint was deleted.',
    });
  });
});

test("404: another organisation's delivery is as missing as one that never was", async () => {
  const { id } = await fire();
  const { client: stranger } = await server.openTenant();
  for (const missing of [id, MISSING, 'not-an-id']) {
    await expect(stranger.webhookEvents.explain(missing)).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  }
});
