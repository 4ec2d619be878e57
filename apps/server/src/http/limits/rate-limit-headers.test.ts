import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCredential } from '../../features/credentials/create-credential.ts';
import { callApi, outcomeOf, type ApiReply } from '../../testing/call-api.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_WINDOW: '3600' });
});
afterAll(() => server.close());

const call = (route: string, options: Parameters<typeof callApi>[2] = {}) => callApi(server, route, options);
const keyOf = async (more: { plan?: 'free'; rateLimit?: number } = {}) =>
  (await seedOrganisation(server.context, more)).apiKey;

const REPLIES: Record<string, () => Promise<ApiReply>> = {
  '200': () => call('GET /sessions'),
  '201': () => call('POST /sessions'),
  '400 validation_error': () => call('POST /sessions', { body: { notes: 1 } }),
  '400 invalid_cursor': () => call('GET /sessions?cursor=x'),
  '401 unauthenticated': () => call('GET /sessions', { apiKey: null }),
  '402 billing.free_plan_minutes_exhausted': async () => {
    const apiKey = await keyOf({ plan: 'free' });
    for (let used = 0; used < 5; used++) await call('POST /sessions', { apiKey });
    return call('POST /sessions', { apiKey });
  },
  '403 permission_denied': async () => {
    const { organisationId } = server.seed;
    const scopes = ['sessions:read' as const];
    const { api_key } = await createCredential(server.context, {
      organisationId,
      name: '',
      scopes,
      operatorEmail: 'a@example.com',
    });
    return call('POST /sessions', { apiKey: api_key });
  },
  '404 not_found': () => call(`GET /sessions/${MISSING}`),
  '405 method_not_allowed': () => call('PUT /sessions'),
  '409 session.invalid_state': async () =>
    call(`POST /sessions/${(await call('POST /sessions')).body.id}/recording`),
  '413 payload_too_large': () => call('POST /sessions', { body: ' '.repeat(300_000) }),
  '415 unsupported_media_type': () =>
    call('POST /sessions', { body: '{}', headers: { 'content-type': 'text/plain' } }),
  '422 idempotency_key_reused': async () => {
    const headers = { 'idempotency-key': 'one' };
    await call('POST /sessions', { headers, body: { notes: 'a' } });
    return call('POST /sessions', { headers, body: { notes: 'b' } });
  },
  '429 rate_limited': async () => {
    const apiKey = await keyOf({ rateLimit: 1 });
    await call('GET /sessions', { apiKey });
    return call('GET /sessions', { apiKey });
  },
  '500 internal_error': async () => {
    const seal = vi.spyOn(server.context.keyring, 'seal').mockImplementation(() => {
      throw new Error('told to fail');
    });
    return call('POST /sessions', { headers: { 'idempotency-key': 'fails' } }).finally(() =>
      seal.mockRestore(),
    );
  },
};

describe('every reply has a request id and its rate limit in both forms', () => {
  it.each(Object.entries(REPLIES))('%s', async (outcome, send) => {
    const reply = await send();
    expect(outcomeOf(reply)).toBe(outcome);
    const header = (name: string) => reply.headers.get(name);
    const number = (name: string) => Number(/^\d+$/.exec(header(name) ?? '')?.[0]);
    expect(header('request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      number(`x-ratelimit-${name}`),
    );
    expect(remaining).toBeLessThanOrEqual(limit!);
    expect(reset! % 3_600).toBe(0);
    expect(header('ratelimit-policy')).toBe(`"default";q=${limit};w=3600`);
    expect(header('ratelimit')).toMatch(new RegExp(`^"default";r=${remaining};t=[1-9]\\d*$`));
    expect(header('x-powered-by')).toBeNull();
  });

  it('and what is refused before its body is read still counts', async () => {
    const remaining = async (send: () => Promise<ApiReply>) =>
      Number((await send()).headers.get('x-ratelimit-remaining'));
    const before = await remaining(REPLIES['200']!);
    await REPLIES['415 unsupported_media_type']!();
    await REPLIES['413 payload_too_large']!();
    expect(await remaining(REPLIES['200']!)).toBe(before - 3);
  });
});
