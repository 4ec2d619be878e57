import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SafeFetch } from '../platform/safe-fetch/create-safe-fetch.ts';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

/** A receiver that answers as told, and counts how often it is asked. */
const receiver = { status: 200, asked: 0 };
const safeFetch = Object.assign(
  async () => {
    receiver.asked += 1;
    return { ok: true as const, status: receiver.status, headers: {}, bodyExcerpt: '', durationMs: 1 };
  },
  { close: async () => {} },
) as unknown as SafeFetch;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { safeFetch });
});
afterAll(() => server.close());

const register = (key: string, url = 'https://example.com/hooks') =>
  callApi(server, 'POST /webhook-endpoints', { body: { url }, headers: { 'idempotency-key': key } });
const countEndpoints = () => server.context.database.prisma.webhookEndpoint.count();

it('does not repeat on a replay what runs before the transaction', async () => {
  const first = await register('one');
  const asked = receiver.asked;
  const second = await register('one');
  expect([second.status, second.text, receiver.asked]).toEqual([201, first.text, asked]);
});

it('refuses another body under the key before it runs anything', async () => {
  const asked = receiver.asked;
  expect(outcomeOf(await register('one', 'https://other.example.com/hooks'))).toBe(
    '422 idempotency_key_reused',
  );
  expect(receiver.asked).toBe(asked);
});

it('leaves nothing where it fails, so that the same key may try again', async () => {
  const count = await countEndpoints();
  receiver.status = 500;
  expect(outcomeOf(await register('two'))).toBe('400 validation_error');
  receiver.status = 200;
  expect((await register('two')).status).toBe(201);
  expect(await countEndpoints()).toBe(count + 1);
});

it('makes one endpoint of parallel calls with one key, though each may have asked the receiver', async () => {
  const count = await countEndpoints();
  const outcomes = (await Promise.all(Array.from({ length: 10 }, () => register('three')))).map(outcomeOf);
  expect(outcomes.filter((outcome) => !['201', '409 idempotency_in_flight'].includes(outcome))).toEqual([]);
  expect(outcomes).toContain('201');
  expect(await countEndpoints()).toBe(count + 1);
});
