import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyring } from '../../../platform/secrets/keyring.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type Received,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await server.openReceiver();
});

const isSignedBy = ({ headers, body }: Received, secret: string): boolean => {
  const now = Number(headers['webhook-timestamp']) * 1000;
  try {
    return verifyWebhook({ headers, body, secrets: secret, now }).type === 'ping';
  } catch {
    return false;
  }
};

describe('the master keys', () => {
  test('a secret that is rotated in a retry chain signs beside the new one for 24 hours, and no attempt after', async () => {
    const { id, signing_secret: old } = await server.client.webhookEndpoints.create({ url: receiver.url });
    receiver.answer(() => ({ status: 500 }));
    await server.client.webhookEndpoints.test(id);
    await runDueJobs(server.context);
    const [first, ...delays] = server.context.config.webhookRetryDelaysMs;
    server.clock.advance(first!);
    await runDueJobs(server.context);
    const { signing_secret: fresh } = await server.client.webhookEndpoints.update(id, {
      rotate_secret: true,
    });
    for (const delayMs of delays) {
      server.clock.advance(delayMs);
      await runDueJobs(server.context);
    }
    // The attempts come 0 s, 30 s, 5 min, 1 h, 6 h and 24 h after the one before: only the last is past the overlap.
    expect(receiver.deliveries.map((delivery) => isSignedBy(delivery, old))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(receiver.deliveries.map((delivery) => isSignedBy(delivery, fresh!))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  test('a master key that is missing fails the attempt and says so; with the key back, the retry is delivered', async () => {
    const { id, signing_secret } = await server.client.webhookEndpoints.create({ url: receiver.url });
    const { id: deliveryId } = await server.client.webhookEndpoints.test(id);
    const lines: unknown[] = [];
    const log = Object.assign(Object.create(server.context.log) as typeof server.context.log, {
      error: (line: unknown) => void lines.push(line),
    });
    const otherKeys = createKeyring([{ kid: 'other', key: Buffer.alloc(32, 1) }], server.context.random);
    await runDueJobs({ ...server.context, keyring: otherKeys, log });
    expect(receiver.deliveries).toEqual([]);
    const delivery = await server.client.webhookEvents.get(deliveryId);
    expect(delivery).toMatchObject({ status: 'failed', attempt_count: 1 });
    expect(String((lines[0] as { err: Error }).err)).toContain('MASTER_KEYS holds no key test');
    server.clock.advance(30_000);
    await runDueJobs(server.context);
    expect(isSignedBy(receiver.deliveries[0]!, signing_secret)).toBe(true);
  });
});
