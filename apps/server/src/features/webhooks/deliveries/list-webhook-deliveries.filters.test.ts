import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let client: WebhookServer['client'];
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startWebhookServer();
  ({ client, receiver } = await server.openTenant());
  await client.webhookEndpoints.create({ url: receiver.url });
});
afterAll(() => server.close());

const typesOf = async (query: Parameters<typeof client.webhookEvents.list>[0]) =>
  (await client.webhookEvents.list(query).toArray({ limit: 500 })).map(({ event_type }) => event_type);

test('lists all that is kept of a session and of a type, also what the last 100 no longer show', async () => {
  const session = await client.sessions.create();
  const other = await client.sessions.create();
  const { id: endpoint } = (await client.webhookEndpoints.list()).data[0]!;
  for (let count = 0; count < 101; count++) await client.webhookEndpoints.test(endpoint);
  expect(await typesOf({})).toEqual(Array.from({ length: 100 }, () => 'ping'));
  expect(await typesOf({ session: session.id })).toEqual(['session.created']);
  expect(await typesOf({ event_type: 'session.created' })).toEqual(['session.created', 'session.created']);
  expect(await typesOf({ event_type: 'ping', limit: 30 })).toHaveLength(101);
  expect(await typesOf({ session: other.id, event_type: 'ping' })).toEqual([]);
  expect(await typesOf({ session: other.id, endpoint, status: 'pending' })).toEqual(['session.created']);
  expect(await typesOf({ endpoint, after_sequence: 1, event_type: 'session.created' })).toHaveLength(1);
  const { client: stranger } = await server.openTenant();
  expect((await stranger.webhookEvents.list({ session: session.id })).data).toEqual([]);
});
