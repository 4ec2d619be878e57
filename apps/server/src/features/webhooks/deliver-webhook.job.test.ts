import { webhookEventSchemas } from '@field-inspection/contract';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../testing/start-webhook-receiver.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const DELAYS = [30 * SECOND, 300 * SECOND, 3600 * SECOND, 21_600 * SECOND, DAY];

let server: WebhookServer;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];
let organisationId: string;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await server.openReceiver();
  const seed = await seedOrganisation(server.context);
  client = server.clientOf(seed.apiKey);
  organisationId = seed.organisationId;
});
// What a test leaves due is dropped, so that it is not sent in the next.
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
const findDelivery = async () =>
  (await server.context.database.prisma.webhookDelivery.findFirst({
    where: { organisation_id: organisationId },
  }))!;

/** Moves to just before the time, where nothing may be sent, and on to it. */
const advanceExactly = async (ms: number) => {
  const sent = receiver.deliveries.length;
  server.clock.advance(ms - 1);
  await deliver();
  expect(receiver.deliveries).toHaveLength(sent);
  server.clock.advance(1);
  await deliver();
};

describe('a delivery', () => {
  test('is a POST that the SDK verifies, with the session as it was at the event', async () => {
    const endpoint = await createEndpoint();
    const session = await client.sessions.create({ notes: 'Dach prüfen — 屋根 \u2028 "x"' });
    await client.sessions.update(session.id, { notes: 'changed later' });
    await deliver();
    const [{ headers, body }] = receiver.deliveries as [WebhookReceiver['deliveries'][number]];
    const event = verifyWebhook({ headers, body, secrets: endpoint.signing_secret, now: server.clock.now() });
    expect(event).toEqual({
      id: headers['svc-event-id'],
      type: 'session.created',
      created_at: session.created_at,
      api_version: 'v1',
      organisation_id: organisationId,
      endpoint: endpoint.id,
      sequence: 1,
      data: session,
    });
    expect(webhookEventSchemas['session.created'].parse(JSON.parse(body))).toEqual(JSON.parse(body));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Field-Inspection-Webhooks/1',
      'svc-event-type': 'session.created',
      'svc-delivery-attempt': '1',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(server.clock.now().getTime() / 1000)),
    });
  });

  test('carries the Standard Webhooks signature beside it', async () => {
    const { signing_secret } = await createEndpoint();
    await client.sessions.create();
    await deliver();
    const [{ headers, body }] = receiver.deliveries as [WebhookReceiver['deliveries'][number]];
    const key = Buffer.from(signing_secret.slice('whsec_'.length), 'base64');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
  });

  test('that is answered 2xx is delivered, once', async () => {
    await createEndpoint();
    await client.sessions.create();
    await deliver();
    server.clock.advance(30 * DAY);
    await deliver();
    expect(receiver.deliveries).toHaveLength(1);
    const [delivery] = await readLog();
    expect(delivery).toMatchObject({ status: 'delivered', response_status: 204, attempt_count: 1 });
    expect(await readAttempts(delivery!.id)).toMatchObject([
      { number: 1, outcome: 'delivered', response_status: 204, error_class: null },
    ]);
  });

  test('goes to every active endpoint that subscribes to its type, and to no other', async () => {
    const all = await createEndpoint();
    const some = await createEndpoint({ event_types: ['session.expired', 'session.created'] });
    const other = await createEndpoint({ event_types: ['session.joined'] });
    const paused = await createEndpoint();
    await client.webhookEndpoints.update(paused.id, { active: false });
    await client.sessions.create();
    await deliver();
    const endpoints = (await readLog()).map(({ endpoint }) => endpoint);
    expect(endpoints.toSorted()).toEqual([all.id, some.id].toSorted());
    expect(endpoints).not.toContain(other.id);
    const bodies = receiver.deliveries.map(
      ({ body }) => JSON.parse(body) as { id: string; endpoint: string },
    );
    expect(bodies.map(({ endpoint }) => endpoint).toSorted()).toEqual(endpoints.toSorted());
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  });

  test("never goes to another organisation's endpoint", async () => {
    await createEndpoint();
    await server.client.sessions.create();
    await deliver();
    expect(receiver.deliveries).toEqual([]);
  });
});

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
    const [{ endpoint, id }] = (await readLog()) as [{ endpoint: string; id: string }];
    await client.webhookEndpoints.update(endpoint, { url: back.url });
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
    expect(await readAttempts(id)).toMatchObject([
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

describe('what can not be signed', () => {
  test('fails by the schedule instead of throwing, and nothing is sent', async () => {
    const { id } = await createEndpoint();
    await server.context.database.prisma.webhookEndpoint.updateMany({
      where: { id },
      data: { secret_sealed: 'v1.lost-key.AAAA' },
    });
    await client.sessions.create();
    await deliver();
    expect(receiver.deliveries).toEqual([]);
    expect(await readLog()).toMatchObject([{ status: 'failed', attempt_count: 1, response_status: null }]);
    expect(await readAttempts((await findDelivery()).id)).toMatchObject([
      { outcome: 'failed', error_class: 'secret_unavailable' },
    ]);
  });
});
