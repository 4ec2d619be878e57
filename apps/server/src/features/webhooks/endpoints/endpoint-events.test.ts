import { EMITTED_EVENT_TYPES, EVENT_DATA, type EmittedEventType } from '@field-inspection/contract';
import { listEventFaults, type ToldEvent } from '@field-inspection/contract/testing/list-event-faults';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { startWebhookServer, type WebhookServer } from '../../../testing/start-webhook-receiver.ts';
import { reportDroppedDelivery } from '../deliveries/report-dropped-delivery.job.ts';
import { reportDisabledEndpoint } from './report-disabled-endpoint.job.ts';

const DAY_MS = 86_400_000;

let server: WebhookServer;
let tenant: Awaited<ReturnType<WebhookServer['openTenant']>>;
let client: WebhookServer['client'];
/** Pull endpoints keep the events that came to them. */
let failing: string;
let told: string;
let deaf: string;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  tenant = await server.openTenant();
  ({ client } = tenant);
  failing = (await client.webhookEndpoints.create({ url: tenant.receiver.url })).id;
  told = (await client.webhookEndpoints.create({ kind: 'pull' })).id;
  deaf = (await client.webhookEndpoints.create({ kind: 'pull', event_types: ['session.joined'] })).id;
});

const deliver = () => runDueJobs(server.context);
const eventsOf = async (id: string) =>
  (await client.webhookEndpoints.pull(id)).data.map(
    ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
  );
const now = () => server.clock.now().toISOString();
const exhaust = async () => {
  for (const delayMs of [0, ...server.context.config.webhookRetryDelaysMs]) {
    server.clock.advance(delayMs);
    await deliver();
  }
};

describe('endpoint.paused', () => {
  test.each([
    ['you', () => client.webhookEndpoints.update(failing, { active: false })],
    [
      'gone',
      async () => {
        tenant.receiver.answer(() => ({ status: 410 }));
        await client.webhookEndpoints.test(failing);
      },
    ],
    [
      'failing',
      async () => {
        tenant.receiver.answer(() => ({ status: 500 }));
        await client.webhookEndpoints.test(failing);
        await deliver();
        server.clock.advance(5 * DAY_MS);
      },
    ],
  ])('says why and since when, to the others that want it, once: %s', async (paused_reason, pause) => {
    await pause();
    await deliver();
    const paused = { active: false, paused_reason, paused_at: now() };
    expect(await client.webhookEndpoints.get(failing)).toMatchObject(paused);
    const key = { organisation_id: tenant.organisationId, endpoint_id: failing };
    await reportDisabledEndpoint.run(server.context, key);
    expect(await eventsOf(told)).toMatchObject([
      { type: 'endpoint.paused', data: { id: failing, ...paused } },
    ]);
    expect(await eventsOf(deaf)).toEqual([]);
    expect(
      (await client.webhookEvents.list({ endpoint: failing, event_type: 'endpoint.paused' })).data,
    ).toEqual([]);
    const resumed = await client.webhookEndpoints.update(failing, { active: true });
    expect(resumed).toMatchObject({ active: true, paused_reason: null, paused_at: null });
  });

  test('tells of a pause within the millisecond in which another one ended', async () => {
    await client.webhookEndpoints.update(failing, { active: false });
    await deliver();
    await client.webhookEndpoints.update(failing, { active: true });
    await client.webhookEndpoints.update(failing, { active: false });
    await deliver();
    expect((await eventsOf(told)).map(({ data }) => data['paused_at'])).toEqual([now(), now()]);
  });

  test('keeps the first reason of an endpoint that is paused again, and tells of a second pause', async () => {
    await client.webhookEndpoints.update(failing, { active: false });
    server.clock.advance(1);
    const { paused_at } = await client.webhookEndpoints.update(failing, { active: false });
    expect(Date.parse(paused_at!)).toBe(server.clock.now().getTime() - 1);
    await deliver();
    await client.webhookEndpoints.update(failing, { active: true });
    await client.webhookEndpoints.update(failing, { active: false });
    await deliver();
    expect(await eventsOf(told)).toHaveLength(2);
  });
});

describe('delivery.dropped', () => {
  test('comes to the others once the last attempt has failed, once, and not to the endpoint itself', async () => {
    tenant.receiver.answer(() => ({ status: 503 }));
    const { id } = await client.webhookEndpoints.test(failing);
    await exhaust();
    await deliver();
    const dropped = { id, endpoint: failing, status: 'dropped', response_status: 503, attempt_count: 6 };
    const key = { organisation_id: tenant.organisationId, delivery_id: id };
    await reportDroppedDelivery.run(server.context, key);
    expect(await eventsOf(told)).toMatchObject([{ type: 'delivery.dropped', data: dropped }]);
    expect(await eventsOf(deaf)).toEqual([]);
    const own = await client.webhookEvents.list({ endpoint: failing, event_type: 'delivery.dropped' });
    expect(own.data).toEqual([]);
  });

  test('is not told of a delivery of these two types', async () => {
    const event_types = ['endpoint.paused' as const, 'delivery.dropped' as const];
    const receiver = await server.openReceiver();
    const listening = await client.webhookEndpoints.create({ url: receiver.url, event_types });
    receiver.answer(() => ({ status: 500 }));
    await client.webhookEndpoints.update(failing, { active: false });
    await deliver();
    await exhaust();
    await deliver();
    const [delivery] = (await client.webhookEvents.list({ endpoint: listening.id })).data;
    expect(delivery).toMatchObject({ event_type: 'endpoint.paused', status: 'dropped' });
    expect((await eventsOf(told)).map(({ type }) => type)).toEqual(['endpoint.paused']);
  });
});

describe('a test fire', () => {
  test.each(EMITTED_EVENT_TYPES.filter((type) => type !== 'ping'))(
    'of %s sends a signed sample as the contract has it, marked as a test',
    async (event_type: EmittedEventType) => {
      const endpoint = await client.webhookEndpoints.create({ kind: 'pull' });
      await client.webhookEndpoints.test(endpoint.id, { event_type: event_type as 'session.created' });
      const [sent] = (await client.webhookEndpoints.pull(endpoint.id)).data;
      const secrets = endpoint.signing_secret;
      const event = verifyWebhook({ ...sent!, secrets, now: server.clock.now() });
      expect(event).toMatchObject({ type: event_type, test: true, sequence: 1, endpoint: endpoint.id });
      expect(EVENT_DATA[event_type].strict().safeParse(event.data).error).toBeUndefined();
      // The sample's status, times and ids are as of now, and fit the event.
      expect(listEventFaults(event as ToldEvent)).toEqual([]);
    },
  );

  test('sends a ping unless it names a type, and to a URL the same marked sample', async () => {
    await client.webhookEndpoints.test(failing);
    await client.webhookEndpoints.test(failing, { event_type: 'session.joined' });
    await deliver();
    const bodies = tenant.receiver.deliveries.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const sent = bodies.map(({ type, test: isTest }) => [type, isTest]);
    expect(sent.sort()).toEqual([
      ['ping', undefined],
      ['session.joined', true],
    ]);
  });
});
