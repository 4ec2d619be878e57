import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type Received,
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

const deliver = () => runDueJobs(server.context);
const isSignedBy = ({ headers, body }: Received, secret: string): boolean => {
  const now = Number(headers['webhook-timestamp']) * 1000;
  try {
    return verifyWebhook({ headers, body, secrets: secret, now }).type === 'session.created';
  } catch {
    return false;
  }
};
const send = async () => {
  await client.v1.inspections.create({ callbacks: { 'session.created': receiver.url } });
  await deliver();
  return receiver.deliveries.at(-1)!;
};

test('the callback secret signs, as the SDK verifies it, and no endpoint’s does', async () => {
  const { signing_secret: secret } = await client.org.rotateCallbackSecret();
  const endpoint = await client.webhookEndpoints.create({ url: (await server.openReceiver()).url });
  const delivery = await send();
  expect(isSignedBy(delivery, secret)).toBe(true);
  expect(isSignedBy(delivery, endpoint.signing_secret)).toBe(false);
});

test('a secret that is asked for after the first callback takes over at once, also for a retry', async () => {
  receiver.answer(() => ({ status: 500 }));
  const before = await send();
  const { signing_secret: secret, previous_expires_at } = await client.org.rotateCallbackSecret();
  expect(previous_expires_at).not.toBeNull();
  expect(isSignedBy(before, secret)).toBe(false);
  server.clock.advance(30_000);
  await deliver();
  expect(isSignedBy(receiver.deliveries.at(-1)!, secret)).toBe(true);
});

test('during a rotation both sign; a day later, and after a second rotation, the old one does not', async () => {
  const { signing_secret: first } = await client.org.rotateCallbackSecret();
  const { signing_secret: second } = await client.org.rotateCallbackSecret();
  const overlap = await send();
  expect([first, second].map((secret) => isSignedBy(overlap, secret))).toEqual([true, true]);
  const { signing_secret: third } = await client.org.rotateCallbackSecret();
  const afterSecond = await send();
  expect([first, second, third].map((secret) => isSignedBy(afterSecond, secret))).toEqual([
    false,
    true,
    true,
  ]);
  server.clock.advance(server.context.config.secretOverlapMs);
  const dayLater = await send();
  expect([second, third].map((secret) => isSignedBy(dayLater, secret))).toEqual([false, true]);
});

test('another organisation has another secret', async () => {
  const tenant = await server.openTenant();
  const { signing_secret: foreign } = await tenant.client.org.rotateCallbackSecret();
  const { signing_secret: own } = await client.org.rotateCallbackSecret();
  const delivery = await send();
  expect([own, foreign].map((secret) => isSignedBy(delivery, secret))).toEqual([true, false]);
});

test('ten first callbacks at once make one secret', async () => {
  const callbacks = { 'session.created': receiver.url };
  await Promise.all(Array.from({ length: 10 }, () => client.v1.inspections.create({ callbacks })));
  await deliver();
  const { signing_secret } = await client.org.rotateCallbackSecret();
  await client.v1.inspections.create({ callbacks });
  await deliver();
  const signatures = receiver.deliveries.map(({ headers }) => headers['svc-signature'] as string);
  expect(signatures).toHaveLength(11);
  // The secret of the ten creations signs beside the new one.
  expect(signatures.map((signature) => signature.match(/v1=/g)!.length)).toEqual([...Array(10).fill(1), 2]);
  expect(isSignedBy(receiver.deliveries.at(-1)!, signing_secret)).toBe(true);
});
