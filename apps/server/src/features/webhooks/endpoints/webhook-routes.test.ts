import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
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
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, receiver } = await server.openTenant());
});

const refusalOf = (call: PromiseLike<unknown>) => Promise.resolve(call).catch((error: unknown) => error);
const typesSignedBy = (secret: string) =>
  receiver.deliveries.map(({ headers, body }) => {
    const now = Number(headers['webhook-timestamp']) * 1000;
    return verifyWebhook({ headers, body, secrets: secret, now }).type;
  });

test('an endpoint of one family is one of the other', async () => {
  const { signing_secret: _, ...endpoint } = await client.v1.webhooks.create({
    url: receiver.url,
    description: 'Main',
    event_types: ['session.joined'],
  });
  expect(receiver.probes).toHaveLength(1);
  expect(await client.webhookEndpoints.get(endpoint.id)).toEqual(endpoint);
  server.clock.advance(1);
  const { id } = await client.webhookEndpoints.create({ url: receiver.url });
  for (const list of [client.v1.webhooks.list(), client.webhookEndpoints.list()]) {
    expect((await list).data.map((each) => each.id)).toEqual([id, endpoint.id]);
  }
});

test('a URL that does not answer the ping is refused, as in the public API', async () => {
  receiver.answer(() => ({ status: 500 }));
  const refusal = await refusalOf(client.v1.webhooks.create({ url: receiver.url }));
  expect(refusal).toMatchObject({ status: 400, errors: [{ path: 'body.url', code: 'bad_status' }] });
});

test('a rotation gives a new secret; both sign for a day', async () => {
  const { id, signing_secret: old } = await client.v1.webhooks.create({ url: receiver.url });
  const rotated = await client.v1.webhooks.rotate(id);
  expect(rotated).toEqual({
    ...(await client.webhookEndpoints.get(id)),
    signing_secret: expect.stringMatching(/^whsec_/) as string,
  });
  await client.v1.webhooks.test(id);
  await runDueJobs(server.context);
  expect(typesSignedBy(old)).toEqual(['ping']);
  expect(typesSignedBy(rotated.signing_secret)).toEqual(['ping']);
});

test('a rotation under one key happens once', async () => {
  const { id } = await client.v1.webhooks.create({ url: receiver.url });
  const first = await client.v1.webhooks.rotate(id, { idempotencyKey: 'rotate' });
  expect(await client.v1.webhooks.rotate(id, { idempotencyKey: 'rotate' })).toEqual(first);
});

test('a test fire answers with its delivery; a paused endpoint 409', async () => {
  const { id } = await client.v1.webhooks.create({ url: receiver.url });
  const delivery = await client.v1.webhooks.test(id);
  expect(delivery).toMatchObject({ endpoint: id, event_type: 'ping', status: 'pending' });
  await client.webhookEndpoints.update(id, { active: false });
  const refusal = await refusalOf(client.v1.webhooks.test(id));
  expect(refusal).toMatchObject({ status: 409, code: 'endpoint_paused' });
});

test("another organisation's endpoint is missing, and no list takes the other's cursor", async () => {
  const { id } = await client.v1.webhooks.create({ url: receiver.url });
  await client.v1.webhooks.create({ url: receiver.url });
  const { client: foreigner } = await server.openTenant();
  for (const call of [() => foreigner.v1.webhooks.rotate(id), () => foreigner.v1.webhooks.test(id)]) {
    expect(await refusalOf(call())).toMatchObject({ status: 404, code: 'not_found' });
  }
  expect((await foreigner.v1.webhooks.list()).data).toEqual([]);
  const { nextCursor } = await client.v1.webhooks.list({ limit: 1 });
  const crossed = client.webhookEndpoints.list({ limit: 1, cursor: nextCursor! });
  expect(await refusalOf(crossed)).toMatchObject({ status: 400, code: 'invalid_cursor' });
});
