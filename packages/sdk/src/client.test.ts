import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { http, HttpResponse, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FieldInspection } from './client.ts';
import { ConflictError } from './errors/api-error.ts';
import { UsageError } from './errors/field-inspection-error.ts';
import { ConnectionError } from './errors/request-error.ts';
import { createFakeRuntime } from './testing/fake-runtime.ts';

const ROOT = 'http://127.0.0.1:3000/api/v1/public';
const session = { id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', status: 'created' };
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** fetch is real, and only waiting takes no time. */
const createClient = () => {
  const { runtime, sleeps } = createFakeRuntime();
  return {
    client: new FieldInspection({ apiKey: 'fis_key', baseUrl: 'http://127.0.0.1:3000/', runtime }),
    sleeps,
  };
};

describe('over the real fetch', () => {
  it('a write that failed twice is sent thrice: the same bytes under the same key', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${ROOT}/sessions`, async ({ request }) => {
        sent.push([
          request.headers.get('authorization'),
          request.headers.get('idempotency-key'),
          await request.json(),
        ]);
        if (sent.length === 1) return HttpResponse.error();
        if (sent.length === 2)
          return HttpResponse.json({ code: 'unavailable' }, { status: 503, headers: { 'retry-after': '3' } });
        return HttpResponse.json(session, { status: 201, headers: { 'request-id': 'req_3' } });
      }),
    );
    const { client, sleeps } = createClient();
    const { data, requestId, attempts } = await client.sessions.create({ notes: 'Roof' }).withResponse();
    expect([data, requestId]).toEqual([session, 'req_3']);
    expect(sent).toEqual(
      Array(3).fill(['Bearer fis_key', '00000000-0000-4000-8000-000000000001', { notes: 'Roof' }]),
    );
    expect(sleeps).toEqual([500, 3000]);
    expect(attempts.map(({ status }) => status)).toEqual([null, 503, 201]);
  });

  it('a list is followed to its end', async () => {
    const queries: string[] = [];
    server.use(
      http.get(`${ROOT}/webhook-events`, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        queries.push(search);
        const isFirst = !searchParams.has('cursor');
        return HttpResponse.json({
          data: [{ id: isFirst ? 'd1' : 'd2' }],
          has_more: isFirst,
          next_cursor: isFirst ? 'a+/=' : null,
        });
      }),
    );
    const ids: string[] = [];
    for await (const { id } of createClient().client.webhookEvents.list({ endpoint: 'e1', status: 'failed' }))
      ids.push(id);
    expect(ids).toEqual(['d1', 'd2']);
    expect(queries).toEqual(['?endpoint=e1&status=failed', '?endpoint=e1&status=failed&cursor=a%2B%2F%3D']);
  });

  it('a refusal is the error of its status', async () => {
    const refusal = {
      code: 'session.already_ended',
      detail: 'It has ended',
      status: 409,
      request_id: 'req_1',
    };
    server.use(
      http.post(`${ROOT}/sessions/:id/participants/:invite/reissue`, () =>
        HttpResponse.json(refusal, { status: 409, headers: { 'content-type': 'application/problem+json' } }),
      ),
    );
    const call = createClient().client.participants.reissue(session.id, 'inv_1');
    await expect(call).rejects.toThrow(ConflictError);
    await expect(call).rejects.toMatchObject({ code: 'session.already_ended', requestId: 'req_1' });
  });

  it('a redirect is not followed, with the key neither', async () => {
    server.use(
      http.get(`${ROOT}/sessions/s1`, () => HttpResponse.redirect('https://evil.example.com/', 302)),
    );
    await expect(createClient().client.sessions.get('s1')).rejects.toMatchObject({
      status: 302,
      detail: 'Redirected to https://evil.example.com/: set baseUrl to the service itself',
    });
  });

  it('an aborted call ends with the signal’s reason', async () => {
    const controller = new AbortController();
    server.use(
      http.get(`${ROOT}/sessions/s1`, () => {
        controller.abort('the user left');
        return new Promise<never>(() => {});
      }),
    );
    await expect(
      createClient().client.sessions.get('s1', { signal: controller.signal }),
    ).rejects.toMatchObject({
      name: 'AbortError',
      cause: 'the user left',
    });
  });

  it('a server that is not there is a ConnectionError with its cause', async () => {
    const baseUrl = await findClosedOrigin();
    server.use(http.get(`${baseUrl}/*`, () => passthrough()));
    const client = createClient().client.withOptions({ baseUrl, maxRetries: 0 });
    const error: unknown = await client.sessions.get('s1').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as ConnectionError).cause).toBeInstanceOf(TypeError);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'ConnectionError',
      message: `Connection to ${new URL(baseUrl).host} failed (ECONNREFUSED: nothing listens there): GET ${baseUrl}/api/v1/public/sessions/s1`,
      host: new URL(baseUrl).host,
      reason: 'ECONNREFUSED',
    });
  });
});

async function findClosedOrigin(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return `http://127.0.0.1:${port}`;
}

describe('withOptions', () => {
  it('is another client with what was given changed', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.get(`${ROOT}/sessions/s1`, ({ request }) => {
        keys.push(request.headers.get('authorization'));
        return HttpResponse.json(session);
      }),
    );
    const { client } = createClient();
    await client.withOptions({ apiKey: 'fis_other' }).sessions.get('s1');
    await client.sessions.get('s1');
    expect(keys).toEqual(['Bearer fis_other', 'Bearer fis_key']);
  });

  it('checks what it is given', () => {
    expect(() => createClient().client.withOptions({ apiKey: '' })).toThrow(UsageError);
  });
});
