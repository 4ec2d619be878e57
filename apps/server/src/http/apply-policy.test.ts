import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../testing/call-api.ts';
import { unknownApiKey } from '../testing/seed-organisation.ts';
import { joinSession } from '../testing/join-session.ts';
import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const LIMIT = 20;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: String(LIMIT) });
});
afterAll(() => server.close());
// The address's limit is counted by the server's clock, which the test sets.
beforeEach(() => server.clock.advance(60_000));

const readWindows = async () =>
  (
    await server.context.database.pool.query(
      'select w.*, c.last_used_at from rate_windows w left join credentials c on c.id = subject_id order by 1',
    )
  ).rows;

describe('a flood without a valid credential', () => {
  it.each([
    ['no key', () => null],
    ['a malformed key', () => 'fis_x'],
    ['well-formed unknown keys', () => unknownApiKey(server.context)],
  ])('of %s is 401 up to the limit of its address, then 429, and writes no row', async (_, apiKey) => {
    const before = await readWindows();
    const replies = await Promise.all(
      Array.from({ length: LIMIT + 10 }, () => callApi(server, 'GET /sessions', { apiKey: apiKey() })),
    );
    const outcomes = replies.map(outcomeOf).sort();
    expect(outcomes).toEqual([
      ...Array<string>(LIMIT).fill('401 unauthenticated'),
      ...Array<string>(10).fill('429 rate_limited'),
    ]);
    for (const { headers, status } of replies) {
      expect(headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
      expect(headers.has('retry-after')).toBe(status === 429);
    }
    expect(await readWindows()).toEqual(before);
  });

  it('of unknown paths is 404, then 429', async () => {
    const replies = await Promise.all(
      Array.from({ length: LIMIT + 5 }, () => callApi(server, 'GET /nothing')),
    );
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(LIMIT);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('does not stop a valid credential from the same address', async () => {
    await Promise.all(
      Array.from({ length: LIMIT + 5 }, () => callApi(server, 'GET /sessions', { apiKey: null })),
    );
    expect((await callApi(server, 'GET /sessions')).status).toBe(200);
  });

  it('is let in again with the next window', async () => {
    await Promise.all(
      Array.from({ length: LIMIT + 5 }, () => callApi(server, 'GET /sessions', { apiKey: null })),
    );
    server.clock.advance(60_000);
    expect(outcomeOf(await callApi(server, 'GET /sessions', { apiKey: null }))).toBe('401 unauthenticated');
  });
});

describe('the body of a refused request', () => {
  const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
  const revoke = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.baseUrl}/v1/keys/revoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const padded = (bytes: number) => JSON.stringify({ api_key: 'x' }).padEnd(bytes);

  it('without a credential counts by its size: the largest ends the minute of its address, a refused token does not', async () => {
    const small = await revoke(padded(100));
    expect([small.status, left(small)]).toEqual([400, LIMIT - 1]);
    const large = await revoke(padded(16 * 1024));
    expect([large.status, left(large)]).toEqual([400, LIMIT - 1 - 5]);
    const largest = await revoke(padded(256 * 1024));
    expect([largest.status, left(largest)]).toEqual([400, 0]);
    const next = await revoke(padded(100));
    expect([next.status, next.headers.has('retry-after')]).toEqual([429, true]);
  });

  it('counts like a small one where it was not read, or was not refused', async () => {
    const tooLarge = await revoke(padded(300_000));
    expect([tooLarge.status, left(tooLarge)]).toEqual([413, LIMIT - 1]);
    const api_key = unknownApiKey(server.context);
    const taken = await revoke(JSON.stringify({ api_key }).padEnd(200_000));
    expect([taken.status, left(taken)]).toEqual([204, LIMIT - 2]);
  });

  it('of a field person counts by its size, too, against their address', async () => {
    const { call } = await joinSession(server);
    const refused = await call('POST', '/whiteboards', { title: 'x'.repeat(16 * 1024) });
    expect([refused.status, left(refused)]).toEqual([400, LIMIT - 2 - 4]);
  });

  it('of a key counts like any other request of the key', async () => {
    const body = JSON.stringify({ notes: 1 }).padEnd(200_000);
    const before = left(await callApi(server, 'GET /sessions'));
    const refused = await callApi(server, 'POST /sessions', { body });
    expect([refused.status, left(refused)]).toEqual([400, before - 1]);
    expect(left(await callApi(server, 'GET /nothing'))).toBe(LIMIT - 1);
  });
});

describe('two Authorization headers', () => {
  const get = (...authorizations: string[]) =>
    sendRaw(
      server.baseUrl,
      [
        'GET /api/v1/public/sessions HTTP/1.1',
        'Host: x',
        'Connection: close',
        ...authorizations.map((value) => `Authorization: ${value}`),
        '\r\n',
      ].join('\r\n'),
    );

  it('are refused, whichever of them is good', async () => {
    const good = `Bearer ${server.seed.apiKey}`;
    expect(await get(good)).toMatch(/^HTTP\/1\.1 200 /);
    for (const pair of [
      [good, 'Bearer x'],
      ['Bearer x', good],
      [good, good],
      [good, ''],
    ]) {
      expect(await get(...pair)).toMatch(/^HTTP\/1\.1 401 /);
    }
    expect(await get(`${good}, Bearer x`)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('X-Forwarded-For', () => {
  const flood = (baseUrl: string, forwardedFor: (index: number) => string) =>
    Promise.all(
      Array.from({ length: LIMIT + 5 }, async (_, index) => {
        const response = await fetch(`${baseUrl}/api/v1/public/sessions`, {
          headers: { 'x-forwarded-for': forwardedFor(index) },
        });
        return response.status;
      }),
    );

  it('is not believed without a proxy: a spoofed one is the same address', async () => {
    const statuses = await flood(server.baseUrl, (index) => `192.0.2.${index}`);
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
  });

  it('is believed as deep as there are proxies: its last entry, not what the client put before', async () => {
    const proxied = await startTestServer({
      UNAUTHENTICATED_RATE_LIMIT: String(LIMIT),
      TRUST_PROXY_HOPS: '1',
    });
    try {
      const spoofed = await flood(proxied.baseUrl, (index) => `192.0.2.${index}, 198.51.100.7`);
      expect(spoofed.filter((status) => status === 401)).toHaveLength(LIMIT);
      const genuine = await flood(proxied.baseUrl, (index) => `198.51.100.7, 192.0.2.${index}`);
      expect(genuine.filter((status) => status === 401)).toHaveLength(LIMIT + 5);
      const ported = await flood(proxied.baseUrl, (index) => `203.0.113.7:${50_000 + index}`);
      expect(ported.filter((status) => status === 401)).toHaveLength(LIMIT);
    } finally {
      await proxied.close();
    }
  });
});
