import { webhookEventSchemas } from '@field-inspection/contract';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { claimAttempts } from './claim-attempts.ts';
import { deliverAttempt } from './deliver-attempt.ts';

const DAY = 86_400_000;

let server: WebhookServer;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];
let organisationId: string;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver, organisationId } = await server.openTenant());
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
const findDelivery = async () =>
  (await server.context.database.prisma.webhookDelivery.findFirst({
    where: { organisation_id: organisationId },
  }))!;

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
    expect(body.endsWith(`,"data":${JSON.stringify(session)}}`)).toBe(true);
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
    const ofSession = ({ event_type: type }: { event_type: string }) => type === 'session.created';
    const endpoints = (await readLog()).filter(ofSession).map(({ endpoint }) => endpoint);
    expect(endpoints.toSorted()).toEqual([all.id, some.id].toSorted());
    expect(endpoints).not.toContain(other.id);
    const bodies = receiver.deliveries
      .map(({ body }) => JSON.parse(body) as { id: string; endpoint: string; type: string })
      .filter(({ type }) => type === 'session.created');
    expect(bodies.map(({ endpoint }) => endpoint).toSorted()).toEqual(endpoints.toSorted());
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  });

  test('counts by endpoint from 1 without a gap, under 50 parallel creations and test deliveries', async () => {
    const all = await createEndpoint();
    const some = await createEndpoint({ event_types: ['session.created'] });
    await Promise.all([
      ...Array.from({ length: 50 }, () => client.sessions.create()),
      ...Array.from({ length: 5 }, () => client.webhookEndpoints.test(all.id)),
    ]);
    await deliver();
    const events = receiver.deliveries.map(
      ({ body }) => JSON.parse(body) as { endpoint: string; sequence: number },
    );
    const sequencesOf = ({ id }: { id: string }) =>
      events.filter(({ endpoint }) => endpoint === id).map(({ sequence }) => sequence);
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect(sequencesOf(all).toSorted((a, b) => a - b)).toEqual(upTo(55));
    expect(sequencesOf(some).toSorted((a, b) => a - b)).toEqual(upTo(50));
  });

  test("never goes to another organisation's endpoint", async () => {
    await createEndpoint();
    await server.client.sessions.create();
    await deliver();
    expect(receiver.deliveries).toEqual([]);
  });
});

describe('a delivery that succeeds', () => {
  const watchStatements = () => {
    const { context } = server;
    const statements: string[] = [];
    const refuse = new Proxy({}, { get: () => expect.unreachable('a statement beside the two') });
    const pool = Object.assign(Object.create(context.database.pool) as typeof context.database.pool, {
      query: (query: { name: string }) => {
        statements.push(query.name);
        return context.database.pool.query(query as never);
      },
    });
    const database = { ...context.database, pool, prisma: refuse } as never;
    return { statements, watched: { ...context, database, transact: () => expect.unreachable() } };
  };

  test('takes two statements, and those that are made at once share them', async () => {
    for (let count = 0; count < 5; count++) await createEndpoint();
    await client.sessions.create();
    const { statements, watched } = watchStatements();
    const deliver = async (permits: number) => {
      const { attempts } = await claimAttempts(watched, permits);
      expect(attempts).toHaveLength(permits);
      await Promise.all(attempts.map((attempt) => deliverAttempt(watched, attempt)));
    };
    await deliver(1);
    expect(statements).toEqual(['claim-attempts', 'record-attempts']);
    await deliver(4);
    expect(statements.filter((name) => name === 'claim-attempts')).toHaveLength(2);
    expect(receiver.deliveries).toHaveLength(5);
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
