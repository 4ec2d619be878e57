import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tx } from '../../../platform/database/transact.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

const DAY = 86_400_000;

let server: WebhookServer;
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await server.openReceiver();
});

const createEndpoint = () => server.client.webhookEndpoints.create({ url: receiver.url });
const rotate = async (id: string) =>
  (await server.client.webhookEndpoints.update(id, { rotate_secret: true })).signing_secret!;

const countWaiting = async () => {
  const { rows } = await server.context.database.pool.query<{ waiting: number }>(
    `
    select count(*)::int as waiting
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
    `,
  );
  return rows[0]!.waiting;
};

const fire = async (id: string, secrets: string[]) => {
  await server.client.webhookEndpoints.test(id);
  await runDueJobs(server.context);
  const { headers, body } = receiver.deliveries.at(-1)!;
  const verifies = (secret: string) => {
    try {
      return verifyWebhook({ headers, body, secrets: secret, now: server.clock.now() }).type === 'ping';
    } catch {
      return false;
    }
  };
  const signatures = String(headers['svc-signature']).match(/v1=[0-9a-f]{64}/g) ?? [];
  const standard = String(headers['webhook-signature']).split(' ');
  expect(standard).toHaveLength(signatures.length);
  return { by: secrets.map(verifies), signatures: signatures.length };
};

describe('a rotated secret', () => {
  test('signs beside the old one for 24 hours, to the millisecond, then alone', async () => {
    const { id, signing_secret: old } = await createEndpoint();
    expect(await fire(id, [old])).toEqual({ by: [true], signatures: 1 });
    const fresh = await rotate(id);
    expect(await fire(id, [fresh, old])).toEqual({ by: [true, true], signatures: 2 });
    server.clock.advance(DAY - 1);
    expect(await fire(id, [fresh, old])).toEqual({ by: [true, true], signatures: 2 });
    server.clock.advance(1);
    expect(await fire(id, [fresh, old])).toEqual({ by: [true, false], signatures: 1 });
  });

  test('stands first', async () => {
    const { id, signing_secret: old } = await createEndpoint();
    const fresh = await rotate(id);
    await fire(id, [fresh, old]);
    const { headers, body } = receiver.deliveries.at(-1)!;
    const [time, first] = String(headers['svc-signature']).split(',');
    const alone = { ...headers, 'svc-signature': `${time},${first}` };
    expect(
      verifyWebhook({ headers: alone, body, secrets: [fresh, old], now: server.clock.now() }).secretIndex,
    ).toBe(0);
  });

  test('kills the oldest at once when it is the second', async () => {
    const { id, signing_secret: first } = await createEndpoint();
    const second = await rotate(id);
    const third = await rotate(id);
    expect(await fire(id, [third, second, first])).toEqual({ by: [true, true, false], signatures: 2 });
  });

  test('waits for a rotation that is under way, so that no secret which somebody was given is lost', async () => {
    const { id, signing_secret: first } = await createEndpoint();
    const { context, seed } = server;
    const rotateWithin = (tx: Tx) =>
      updateWebhookEndpoint(context, tx, {
        organisationId: seed.organisationId,
        endpointId: id,
        body: { rotate_secret: true },
        by: { credentialId: seed.credentialId, memberId: null },
      });
    const { second, later } = await context.transact(async (tx) => {
      const { signing_secret } = await rotateWithin(tx);
      const waiting = context.transact(rotateWithin);
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 3_000 });
      return { second: signing_secret!, later: { waiting } };
    });
    const { signing_secret: third } = await later.waiting;
    expect(await fire(id, [third!, second, first])).toEqual({ by: [true, true, false], signatures: 2 });
  });

  test('signs the retries of what was sent before it, whose bytes stay the same', async () => {
    const { id, signing_secret: old } = await createEndpoint();
    receiver.answer(() => ({ status: 500 }));
    await fire(id, [old]);
    const fresh = await rotate(id);
    server.clock.advance(30_000);
    await runDueJobs(server.context);
    const [before, after] = receiver.deliveries as [
      WebhookReceiver['deliveries'][number],
      WebhookReceiver['deliveries'][number],
    ];
    expect(after.body).toBe(before.body);
    for (const secrets of [fresh, old]) {
      expect(verifyWebhook({ ...after, secrets, now: server.clock.now() }).type).toBe('ping');
    }
  });
});
