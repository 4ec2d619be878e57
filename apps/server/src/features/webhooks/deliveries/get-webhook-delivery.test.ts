import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

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
afterEach(() => client.webhookEndpoints.delete(endpointId));

const fire = () => client.webhookEndpoints.test(endpointId);
const deliver = () => runDueJobs(server.context);
const now = () => server.clock.now().toISOString();

describe('200', () => {
  test('before its first attempt it has none, and is due', async () => {
    const fired = await fire();
    await expect(client.webhookEvents.get(fired.id)).resolves.toEqual({
      ...fired,
      next_attempt_at: now(),
      request: { headers: expect.any(Object) as object, body: expect.any(String) as string },
      attempts: [],
    });
  });

  test('shows what was sent, byte for byte, without the signatures', async () => {
    const { id } = await fire();
    await deliver();
    const [{ headers, body }] = receiver.deliveries as [(typeof receiver.deliveries)[0]];
    const { request } = await client.webhookEvents.get(id);
    expect(request.body).toBe(body);
    const sent = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]);
    expect(headers).toMatchObject(Object.fromEntries(sent));
    expect(sent.map(([name]) => name)).toEqual([
      'content-type',
      'user-agent',
      'svc-event-id',
      'svc-event-type',
      'webhook-id',
    ]);
  });

  test('shows of an answer the headers that tell why, and no cookie', async () => {
    const { id } = await fire();
    const told = { location: 'https://example.com/', 'retry-after': '7', server: 's'.repeat(300) };
    receiver.answer(() => ({ status: 302, headers: { ...told, 'Set-Cookie': 'secret=1', 'X-Own': '1' } }));
    await deliver();
    const [attempt] = (await client.webhookEvents.get(id)).attempts;
    expect(attempt!.response_headers).toEqual({ ...told, server: 's'.repeat(256) });
  });

  test('shows each attempt: when, how long, and what was answered or why nothing was', async () => {
    const { id, event, sequence } = await fire();
    receiver.answer(() => ({ status: 503, body: 'down for maintenance' }));
    const times = [now()];
    await deliver();
    const failed = await client.webhookEvents.get(id);
    expect(failed.next_attempt_at).toBe(new Date(Date.parse(now()) + 30_000).toISOString());

    await receiver.close();
    server.clock.advance(30_000);
    times.push(now());
    await deliver();
    const back = await server.openReceiver();
    await client.webhookEndpoints.update(endpointId, { url: back.url });
    server.clock.advance(300_000);
    times.push(now());
    await deliver();

    const shown = await client.webhookEvents.get(id);
    const none = {
      response_status: null,
      error_class: null,
      error: null,
      response_excerpt: null,
      response_headers: null,
    };
    const duration_ms = expect.any(Number);
    expect(shown).toMatchObject({ id, event, sequence, status: 'delivered', next_attempt_at: null });
    expect(shown.attempts).toEqual([
      {
        ...none,
        number: 1,
        outcome: 'failed',
        started_at: times[0],
        duration_ms,
        response_status: 503,
        response_excerpt: 'down for maintenance',
        response_headers: {},
      },
      {
        ...none,
        number: 2,
        outcome: 'failed',
        started_at: times[1],
        duration_ms,
        error_class: 'refused',
        error: 'The host refused the connection.',
      },
      {
        ...none,
        number: 3,
        outcome: 'delivered',
        started_at: times[2],
        duration_ms,
        response_status: 204,
        response_excerpt: '',
        response_headers: {},
      },
    ]);
    for (const attempt of shown.attempts) {
      expect(Number.isInteger(attempt.duration_ms)).toBe(true);
      expect(attempt.duration_ms).toBeGreaterThanOrEqual(0);
    }
  });

  test('names no address of a receiver that can not be reached', async () => {
    const { id } = await fire();
    await receiver.close();
    await deliver();
    const [attempt] = (await client.webhookEvents.get(id)).attempts;
    expect(attempt!.error).not.toMatch(/localhost|127\.0|::1|:\d/);
  });

  test('keeps the first 16 KiB of an answer', async () => {
    const { id } = await fire();
    receiver.answer(() => ({ status: 500, body: `${'a'.repeat(16 * 1024)}b` }));
    await deliver();
    const [attempt] = (await client.webhookEvents.get(id)).attempts;
    expect(attempt!.response_excerpt).toBe('a'.repeat(16 * 1024));
  });

  test('shows an attempt that is under way, of which nothing is known yet', async () => {
    const { id } = await fire();
    let shown: Awaited<ReturnType<typeof client.webhookEvents.get>> | undefined;
    receiver.answer(async () => {
      shown = await client.webhookEvents.get(id);
      return { status: 200 };
    });
    await deliver();
    expect(shown).toMatchObject({ status: 'pending', attempt_count: 1 });
    expect(shown!.attempts).toMatchObject([{ number: 1, outcome: 'in_progress', duration_ms: null }]);
  });

  test('shows the last 25 attempts, oldest first', async () => {
    const { id } = await fire();
    await server.context.database.pool.query(
      `
      insert into webhook_attempts (organisation_id, delivery_id, number, outcome, started_at, finished_at)
      select organisation_id, id, n, 'interrupted', now(), now() from webhook_deliveries, generate_series(1, 30) n
      where id = $1
      `,
      [id],
    );
    const { attempts } = await client.webhookEvents.get(id);
    expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => index + 6));
  });

  test('is shown when its endpoint is deleted, too', async () => {
    const { id } = await fire();
    await client.webhookEndpoints.delete(endpointId);
    await expect(client.webhookEvents.get(id)).resolves.toMatchObject({ id, status: 'dropped' });
    endpointId = (await client.webhookEndpoints.create({ url: receiver.url })).id;
  });
});

test("404: another organisation's delivery is as missing as one that never was", async () => {
  const foreign = await fire();
  const { client: stranger } = await server.openTenant();
  for (const id of [foreign.id, MISSING, 'not-an-id']) {
    await expect(stranger.webhookEvents.get(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  }
});
