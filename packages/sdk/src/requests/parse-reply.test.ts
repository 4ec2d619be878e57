import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { json } from '../testing/fake-fetch.ts';

const failureOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    (value) => ({ resolvedWith: value }),
    (error: unknown) => error,
  );

describe('a good reply that can’t be the operation’s', () => {
  it.each([
    ['204 without a body', () => new Response(null, { status: 204 }), 'no body'],
    ['200 with an empty body that was not announced as JSON', () => new Response(''), 'no body'],
    ['null', json(null), 'application/json'],
    ['a list', json([]), 'application/json'],
    ['a string', json('hi'), 'application/json'],
    ['a number', json(1), 'application/json'],
  ])('never resolves as a resource, and is not sent again: %s', async (_, reply, got) => {
    for (const call of ['get', 'end', 'list'] as const) {
      const { client, requests } = createTestClient([reply]);
      const error = await failureOf(client.sessions[call]('ses_1' as never));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: 'invalid_response', attempts: [{ delayMs: null }] });
      expect((error as ApiError).detail).toBe(
        `The reply is not a JSON object (${got}): does baseUrl lead to the service?`,
      );
      expect(requests).toHaveLength(1);
    }
  });

  it('is refused where the operation has no result, too, unless it is empty', async () => {
    const { client } = createTestClient([
      () => new Response(null, { status: 204 }),
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ]);
    expect(await client.webhookEndpoints.delete('end_1')).toBeUndefined();
    expect(await failureOf(client.webhookEndpoints.delete('end_1'))).toMatchObject({
      code: 'invalid_response',
    });
  });

  it('is refused as a download when its content type is not the contract’s', async () => {
    const answers = (type: string) =>
      createTestClient([() => new Response('PK', { headers: { 'content-type': type } })]).client;
    const portal = answers('text/html; charset=utf-8');
    for (const call of [portal.evidence.downloadBundle('ses_1'), portal.whiteboards.download('a.png')]) {
      expect(await failureOf(call)).toMatchObject({ status: 200, code: 'invalid_response' });
    }
    const bundle = await answers('Application/ZIP').evidence.downloadBundle('ses_1');
    expect(await bundle.text()).toBe('PK');
    expect((await answers('image/png').whiteboards.download('a.png')).status).toBe(200);
    // Evidence may be of any type.
    expect((await portal.evidence.download('ses_1', 'evi_1')).status).toBe(200);
  });
});

describe('a reply whose JSON was cut off without an error', () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' };

  it.each([
    ['in the middle', '{"id":"ses_1","sta'],
    ['after its first byte', '{'],
    ['before its first byte, which leaves an empty 200', ''],
  ])('%s is tried again, a write under the same key', async (_, text) => {
    const cut = () => new Response(text, { headers });
    const { client, requests } = createTestClient([cut, json({ id: 'ses_1' }), cut, json({ id: 'ses_2' })]);
    expect(await client.sessions.get('ses_1')).toEqual({ id: 'ses_1' });
    expect(await client.sessions.create()).toEqual({ id: 'ses_2' });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'POST']);
    const [, , first, second] = requests.map((request) => request.headers.get('idempotency-key'));
    expect(first).toMatch(/\w/);
    expect(second).toBe(first);
  });

  it('is a ConnectionError in the end, which says so and keeps what came', async () => {
    const cut = () => new Response('{"id":"ses_1","sta', { headers: { 'request-id': 'req_1' } });
    const { client, requests } = createTestClient([cut]);
    const error = await failureOf(client.sessions.create());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message:
        'Connection to api.example.com failed (the reply was cut off): POST https://api.example.com/api/v1/public/sessions',
      attempts: Array(3).fill(expect.objectContaining({ status: 200, requestId: 'req_1' })),
    });
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });
});
