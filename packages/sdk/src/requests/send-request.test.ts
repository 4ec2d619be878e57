import { describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  ConflictError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '../errors/api-error.ts';
import { AbortError, ConnectionError, TimeoutError } from '../errors/request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { disconnect, json, problem, stall } from '../testing/fake-fetch.ts';
import { defaultRuntime } from './default-runtime.ts';

const session = { id: 'ses_1', status: 'created' };
const keysOf = (requests: readonly { headers: Headers }[]) =>
  requests.map(({ headers }) => headers.get('idempotency-key'));
const failureOf = async <T extends Error>(
  call: PromiseLike<unknown>,
  type: abstract new (...args: never[]) => T,
) => {
  const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason);
  if (!(error instanceof type)) throw new Error('not the failure that was expected', { cause: error });
  return error;
};

describe('a call that fails in a way that may pass', () => {
  it.each([
    ['a broken connection', disconnect],
    ['a reply that was cut off without an error', () => new Response('{"id":"ses_1","sta')],
    ['408', problem(408, 'unknown')],
    ['409 idempotency_in_flight', problem(409, 'idempotency_in_flight')],
    ['429', problem(429, 'rate_limited')],
    ['500', problem(500, 'internal_error')],
    ['503', problem(503, 'unavailable')],
  ])('is tried again: %s', async (_, failure) => {
    const { client, requests, sleeps } = createTestClient([failure, failure, json(session)]);
    expect(await client.sessions.get('ses_1')).toEqual(session);
    expect(requests).toHaveLength(3);
    expect(sleeps).toEqual([500, 1000]);
  });

  it('is given up after maxRetries, with every attempt told', async () => {
    const { client, requests } = createTestClient([problem(503, 'unavailable')]);
    const error = await failureOf(client.sessions.get('ses_1'), ServerError);
    expect(requests).toHaveLength(3);
    expect(error.attempts).toEqual([
      { status: 503, requestId: 'req_503', durationMs: 0, delayMs: 500 },
      { status: 503, requestId: 'req_503', durationMs: 0, delayMs: 1000 },
      { status: 503, requestId: 'req_503', durationMs: 0, delayMs: null },
    ]);
  });

  it('is not tried again where the call or the client says so', async () => {
    const failing = [disconnect];
    const none = createTestClient(failing, { maxRetries: 0 });
    await failureOf(none.client.sessions.get('ses_1'), ConnectionError);
    expect(none.requests).toHaveLength(1);
    const five = createTestClient(failing, { maxRetries: 0 });
    await failureOf(five.client.sessions.get('ses_1', { maxRetries: 5 }), ConnectionError);
    expect(five.requests).toHaveLength(6);
  });
});

describe('errors carry method and path', () => {
  it.each([
    ['a refusal', problem(404, 'not_found'), ApiError],
    ['a reply that is not the service’s', () => new Response('<html>'), ApiError],
    ['no connection', disconnect, ConnectionError],
    ['a timeout', stall, TimeoutError],
  ])('%s', async (_, reply, type) => {
    const { client } = createTestClient([reply], {
      maxRetries: 0,
      timeoutMs: 20,
      baseUrl: 'https://api.example.com/inspect',
    });
    const error = await failureOf(client.sessions.list({ campaign: 'secret' }), type);
    expect(error).toMatchObject({ method: 'GET', path: '/inspect/api/v1/public/sessions' });
    expect(JSON.stringify(error)).not.toContain('secret');
    const write = await failureOf(client.sessions.end('ses_1'), type);
    expect(write).toMatchObject({ method: 'POST', path: '/inspect/api/v1/public/sessions/ses_1/end' });
  });

  it('a call that was aborted before it was sent', async () => {
    const { client } = createTestClient([json(session)]);
    const error = await failureOf(client.sessions.get('ses_1', { signal: AbortSignal.abort() }), AbortError);
    expect(error).toMatchObject({ method: 'GET', path: '/api/v1/public/sessions/ses_1' });
  });
});

describe('a call that fails for good', () => {
  it('is sent once', async () => {
    const { client, requests } = createTestClient([problem(409, 'session.already_ended')]);
    const error = await failureOf(client.sessions.end('ses_1'), ConflictError);
    expect(error).toMatchObject({ status: 409, code: 'session.already_ended', requestId: 'req_409' });
    expect(requests).toHaveLength(1);
  });

  it('is not sent at all when it is wrong in itself', async () => {
    const { client, requests } = createTestClient([json(session)]);
    await expect(client.sessions.get(42 as unknown as string)).rejects.toThrow(
      'must be a string; got number',
    );
    await expect(client.sessions.get('ses_1', { timeoutMs: -1 })).rejects.toThrow('timeoutMs must be');
    expect(requests).toHaveLength(0);
  });
});

describe('Retry-After', () => {
  it('is waited for', async () => {
    const { client, sleeps } = createTestClient([
      problem(429, 'rate_limited', { 'retry-after': '7' }),
      json(session),
    ]);
    await client.sessions.get('ses_1');
    expect(sleeps).toEqual([7000]);
  });

  it('above maxRetryAfterMs ends the call at once, and the error says how long', async () => {
    const { client, sleeps } = createTestClient([problem(429, 'rate_limited', { 'retry-after': '3600' })]);
    const error = await failureOf(client.sessions.get('ses_1'), RateLimitError);
    expect(error.retryAfterMs).toBe(3_600_000);
    expect(sleeps).toEqual([]);
  });
});

describe('the Idempotency-Key', () => {
  const failing = [disconnect, problem(500, 'internal_error'), json(session)];

  it.each([
    ['POST', (client: TestClient) => client.sessions.create({ notes: 'n' })],
    ['PATCH', (client: TestClient) => client.sessions.update('ses_1', { notes: 'n' })],
    ['DELETE', (client: TestClient) => client.webhookEndpoints.delete('end_1')],
  ])('of a %s is made once, before the first attempt', async (method, call) => {
    const { client, requests } = createTestClient(failing);
    await call(client);
    expect(requests.map((request) => request.method)).toEqual([method, method, method]);
    expect(keysOf(requests)).toEqual(Array(3).fill('00000000-0000-4000-8000-000000000001'));
  });

  it('is another for another call', async () => {
    const { client, requests } = createTestClient([json(session)]);
    await Promise.all([client.sessions.create(), client.sessions.create()]);
    expect(new Set(keysOf(requests)).size).toBe(2);
  });

  it('of the caller wins', async () => {
    const { client, requests } = createTestClient(failing);
    await client.sessions.create({}, { idempotencyKey: 'order-17' });
    await client.sessions.create({}, { headers: { 'Idempotency-Key': 'order-18' } });
    expect(keysOf(requests)).toEqual(['order-17', 'order-17', 'order-17', 'order-18']);
  });

  it('is not sent by reads', async () => {
    const { client, requests } = createTestClient([json(session)]);
    const { idempotencyKey } = await client.sessions.get('ses_1').withResponse();
    expect([keysOf(requests), idempotencyKey]).toEqual([[null], null]);
  });

  it('is on the result and on the failure', async () => {
    const { client } = createTestClient([json(session), disconnect]);
    const done = await client.sessions.create({}, { idempotencyKey: 'order-17' }).withResponse();
    const failed = await failureOf(
      client.sessions.create({}, { idempotencyKey: 'order-18' }),
      ConnectionError,
    );
    expect([done.idempotencyKey, failed.idempotencyKey]).toEqual(['order-17', 'order-18']);
  });

  it.each(['', ' a', 'ключ', 'a\n', 'x'.repeat(256)])('of %j is refused', async (idempotencyKey) => {
    const { client, requests } = createTestClient([json(session)]);
    await expect(client.sessions.create({}, { idempotencyKey })).rejects.toThrow('idempotencyKey must be');
    expect(requests).toHaveLength(0);
  });
});

type TestClient = ReturnType<typeof createTestClient>['client'];

describe('what every attempt sends', () => {
  it('is the same bytes with the key, the agent and the types of content', async () => {
    const { client, requests } = createTestClient([disconnect, json(session)]);
    await client.sessions.create({ notes: 'Roof' });
    for (const { headers, body, url } of requests) {
      expect(url.href).toBe('https://api.example.com/api/v1/public/sessions');
      expect(body).toEqual({ notes: 'Roof' });
      expect(Object.fromEntries(headers)).toMatchObject({
        accept: 'application/json',
        authorization: 'Bearer fis_secret',
        'content-type': 'application/json',
        'user-agent': expect.stringContaining('field-inspection-sdk/'),
      });
    }
  });

  it('has no body and no content type where there is none', async () => {
    const { client, requests } = createTestClient([json(session)]);
    await client.sessions.create();
    expect(requests[0]?.body).toBeUndefined();
    expect(requests[0]?.headers.has('content-type')).toBe(false);
  });

  it('takes the caller’s headers, and null removes one', async () => {
    const { client, requests } = createTestClient([json(session)]);
    const headers = { 'X-Trace': 't1', 'User-Agent': null, accept: undefined };
    await client.sessions.get('ses_1', { headers });
    expect(requests[0]?.headers.get('x-trace')).toBe('t1');
    expect(requests[0]?.headers.has('user-agent')).toBe(false);
    expect(requests[0]?.headers.get('accept')).toBe('application/json');
  });
});

describe('the end of a call by', () => {
  it('its time limit is a TimeoutError after the retries', async () => {
    vi.useFakeTimers();
    const { client, requests } = createTestClient([stall]);
    const failure = failureOf(client.sessions.get('ses_1', { timeoutMs: 50 }), TimeoutError);
    await vi.advanceTimersByTimeAsync(150);
    vi.useRealTimers();
    expect((await failure).message).toBe(
      'No complete reply within 50 ms: GET https://api.example.com/api/v1/public/sessions/ses_1',
    );
    expect(requests).toHaveLength(3);
  });

  it('a signal that is aborted already sends nothing', async () => {
    const { client, requests } = createTestClient([json(session)]);
    const error = await failureOf(
      client.sessions.get('ses_1', { signal: AbortSignal.abort('gone') }),
      AbortError,
    );
    expect([error.cause, error.attempts, requests]).toEqual(['gone', [], []]);
  });

  it('a signal under way is not tried again', async () => {
    const controller = new AbortController();
    const { client, requests, sleeps } = createTestClient([
      (request, init) => {
        queueMicrotask(() => controller.abort('gone'));
        return stall(request, init);
      },
    ]);
    const error = await failureOf(client.sessions.get('ses_1', { signal: controller.signal }), AbortError);
    expect(error.cause).toBe('gone');
    expect(error.attempts).toEqual([{ status: null, requestId: null, durationMs: 0, delayMs: null }]);
    expect([requests.length, sleeps.length]).toEqual([1, 0]);
  });

  it('a signal during the wait ends it in under 20 ms, and leaves no timer', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const { client, requests } = createTestClient([problem(503, 'unavailable', { 'retry-after': '60' })], {
      runtime: defaultRuntime,
    });
    const failure = failureOf(client.sessions.get('ses_1', { signal: controller.signal }), AbortError);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(vi.getTimerCount()).toBe(1);
    const abortedAtMs = Date.now();
    controller.abort('gone');
    // Time stands still from here on: a wait for a timer would never end.
    const error = await failure;
    expect(Date.now() - abortedAtMs).toBeLessThan(20);
    expect([error.cause, error.attempts.length, requests.length]).toEqual(['gone', 1, 1]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe('a good status with a body that is not the service’s', () => {
  it.each([
    ['get', 'not JSON', (client: TestClient) => client.sessions.get('ses_1')],
    ['list', 'not JSON', (client: TestClient) => client.sessions.list()],
  ])('is an error with a hint: %s', async (_, __, call) => {
    const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
    const { client, requests } = createTestClient([html]);
    const error = await failureOf(call(client), ApiError);
    expect(error).toMatchObject({ status: 200, code: 'invalid_response' });
    expect(error.message).toContain('(text/html): does baseUrl lead to the service?');
    expect(requests).toHaveLength(1);
  });

  it('is an error for a list that is none', async () => {
    const { client } = createTestClient([json({ id: 'ses_1' })]);
    expect((await failureOf(client.sessions.list(), ApiError)).detail).toContain('not a list');
  });
});

it('keeps fields that it does not know', async () => {
  const { client } = createTestClient([json({ ...session, invented_later: [1] })]);
  expect(await client.sessions.get('ses_1')).toEqual({ ...session, invented_later: [1] });
});

it('tells each part of the request that is not valid', async () => {
  const errors = [{ path: 'body.notes', code: 'too_big', message: 'too long' }];
  const { client } = createTestClient([
    json({ code: 'validation_error', detail: 'Mend it', errors }, { status: 400 }),
  ]);
  const error = await failureOf(client.sessions.create({ notes: 'x' }), ValidationError);
  expect([error.errors, error.message]).toEqual([errors, '400 validation_error: Mend it']);
});
