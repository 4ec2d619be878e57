import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const DELAYS = [30 * SECOND, 300 * SECOND, 3600 * SECOND, 21_600 * SECOND, DAY];

let server: WebhookServer;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver } = await server.openTenant());
});
// Due deliveries are dropped, so that the next test does not send them.
afterEach(async () => {
  for await (const { id } of client.webhookEndpoints.list()) await client.webhookEndpoints.delete(id);
});

const createEndpoint = (body: object = {}) => client.webhookEndpoints.create({ url: receiver.url, ...body });
const deliver = () => runDueJobs(server.context);
const readLog = async () => (await client.webhookEvents.list()).data;
const readAttempts = (delivery_id: string) =>
  server.context.database.prisma.webhookAttempt.findMany({
    where: { delivery_id },
    orderBy: { number: 'asc' },
  });
const advanceExactly = async (ms: number) => {
  const sent = receiver.deliveries.length;
  server.clock.advance(ms - 1);
  await deliver();
  expect(receiver.deliveries).toHaveLength(sent);
  server.clock.advance(1);
  await deliver();
};

describe('a failed delivery', () => {
  test('is tried again after exactly 30 s, 5 min, 1 h, 6 h and 24 h, each from the failure before, then dropped', async () => {
    const { signing_secret } = await createEndpoint();
    receiver.answer(() => ({ status: 500 }));
    await client.sessions.create();
    await deliver();
    for (const [step, delay] of DELAYS.entries()) {
      expect(await readLog()).toMatchObject([
        { status: 'failed', attempt_count: step + 1, response_status: 500 },
      ]);
      await advanceExactly(delay);
      expect(receiver.deliveries).toHaveLength(step + 2);
    }
    expect(await readLog()).toMatchObject([
      { status: 'dropped', attempt_count: 6, response_status: 500, delivered_at: null },
    ]);
    server.clock.advance(30 * DAY);
    await deliver();
    expect(receiver.deliveries).toHaveLength(6);

    expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const attempts = receiver.deliveries.map(({ headers }) => headers['svc-delivery-attempt']);
    expect(attempts).toEqual(['1', '2', '3', '4', '5', '6']);
    const times = receiver.deliveries.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000);
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(DELAYS);
    for (const [index, { headers, body }] of receiver.deliveries.entries()) {
      expect(verifyWebhook({ headers, body, secrets: signing_secret, now: times[index]! }).type).toBe(
        'session.created',
      );
    }
  });

  test('counts the delay from the failure, however late the attempt was', async () => {
    await createEndpoint();
    receiver.answer(() => ({ status: 500 }));
    await client.sessions.create();
    await deliver();
    server.clock.advance(10 * 60 * SECOND);
    await deliver();
    expect(receiver.deliveries).toHaveLength(2);
    await advanceExactly(300 * SECOND);
    expect(receiver.deliveries).toHaveLength(3);
  });

  test('is delivered when the receiver is back, and its log says so', async () => {
    await createEndpoint();
    await receiver.close();
    await client.sessions.create();
    await deliver();
    expect(await readLog()).toMatchObject([{ status: 'failed', attempt_count: 1, response_status: null }]);
    const back = await server.openReceiver();
    const [failed] = await readLog();
    await client.webhookEndpoints.update(failed!.endpoint, { url: back.url });
    server.clock.advance(30 * SECOND);
    await deliver();
    expect(back.deliveries).toHaveLength(1);
    expect(await readLog()).toMatchObject([
      {
        status: 'delivered',
        attempt_count: 2,
        response_status: 204,
        delivered_at: server.clock.now().toISOString(),
      },
    ]);
    expect(await readAttempts(failed!.id)).toMatchObject([
      { outcome: 'failed', response_status: null, error_class: 'refused' },
      { outcome: 'delivered', response_status: 204, error_class: null },
    ]);
  });

  test('keeps the last status that the receiver answered when it answers no more', async () => {
    await createEndpoint();
    receiver.answer(() => ({ status: 503 }));
    await client.sessions.create();
    await deliver();
    await receiver.close();
    server.clock.advance(30 * SECOND);
    await deliver();
    expect(await readLog()).toMatchObject([{ status: 'failed', attempt_count: 2, response_status: 503 }]);
  });

  test('waits as long as Retry-After says, within this step and the next', async () => {
    await createEndpoint();
    receiver.answer(() => ({ status: 429, headers: { 'retry-after': '120' } }));
    await client.sessions.create();
    await deliver();
    await advanceExactly(120 * SECOND);
    expect(receiver.deliveries).toHaveLength(2);
  });

  test('follows no redirect', async () => {
    const target = await server.openReceiver();
    await createEndpoint();
    receiver.answer(() => ({ status: 307, headers: { location: target.url } }));
    await client.sessions.create();
    await deliver();
    expect(target.deliveries).toEqual([]);
    expect(await readLog()).toMatchObject([{ status: 'failed', response_status: 307 }]);
  });

  test('with 410 pauses the endpoint; active again, it goes on where it was', async () => {
    const { id } = await createEndpoint();
    receiver.answer(() => ({ status: 410 }));
    await client.sessions.create();
    await deliver();
    await expect(client.webhookEndpoints.get(id)).resolves.toMatchObject({ active: false });
    expect(await readLog()).toMatchObject([{ status: 'failed', response_status: 410, attempt_count: 1 }]);
    server.clock.advance(DAY);
    await deliver();
    expect(receiver.deliveries).toHaveLength(1);
    receiver.answer(() => ({ status: 200 }));
    await client.webhookEndpoints.update(id, { active: true });
    await deliver();
    expect(receiver.deliveries).toHaveLength(2);
    expect(await readLog()).toMatchObject([{ status: 'delivered', attempt_count: 2 }]);
  });

  test('with 410 of a URL that the endpoint has left meanwhile does not pause it', async () => {
    const { id } = await createEndpoint();
    const moved = await server.openReceiver();
    receiver.answer(async () => {
      await client.webhookEndpoints.update(id, { url: moved.url });
      return { status: 410 };
    });
    await client.sessions.create();
    await deliver();
    await expect(client.webhookEndpoints.get(id)).resolves.toMatchObject({ active: true, url: moved.url });
  });

  test('is counted by its outcome', async () => {
    const read = async () => {
      const { values } = await server.context.metrics.webhookAttempts.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    };
    const before = await read();
    await createEndpoint();
    receiver.answer(() => ({ status: receiver.deliveries.length === 1 ? 500 : 200 }));
    await client.sessions.create();
    await deliver();
    server.clock.advance(30 * SECOND);
    await deliver();
    const after = await read();
    expect(after.failed! - (before.failed ?? 0)).toBe(1);
    expect(after.delivered! - (before.delivered ?? 0)).toBe(1);
  });
});

describe('a paused endpoint', () => {
  test('gets nothing while it is paused, and on its return what was due, but nothing of what happened meanwhile', async () => {
    const { id } = await createEndpoint();
    const before = await client.sessions.create();
    await client.webhookEndpoints.update(id, { active: false });
    await client.sessions.create();
    await deliver();
    server.clock.advance(DAY);
    await deliver();
    expect(receiver.deliveries).toEqual([]);
    expect(await readLog()).toMatchObject([{ status: 'pending', attempt_count: 0 }]);
    await client.webhookEndpoints.update(id, { active: true });
    await deliver();
    await client.webhookEndpoints.update(id, { active: true });
    await deliver();
    const events = receiver.deliveries.map(
      ({ body }) => JSON.parse(body) as { sequence: number; data: { id: string } },
    );
    expect(events).toMatchObject([{ sequence: 1, data: { id: before.id } }]);
  });

  test('keeps the schedule of what is not due yet when it returns', async () => {
    const { id } = await createEndpoint();
    receiver.answer(() => ({ status: 500 }));
    await client.sessions.create();
    await deliver();
    await client.webhookEndpoints.update(id, { active: false });
    server.clock.advance(10 * SECOND);
    await client.webhookEndpoints.update(id, { active: true });
    await deliver();
    expect(receiver.deliveries).toHaveLength(1);
    await advanceExactly(20 * SECOND);
    expect(receiver.deliveries).toHaveLength(2);
  });
});
