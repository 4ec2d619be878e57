import type { FetchFunction, FetchInit } from '../http/web-types.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

export type FakeReply = (request: SentRequest, init: FetchInit) => Response | Promise<Response>;

export function createFakeFetch(...replies: readonly FakeReply[]) {
  const requests: SentRequest[] = [];
  const fetch: FetchFunction = async (url, init) => {
    const request = {
      method: init.method,
      url: new URL(url),
      headers: init.headers,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    };
    requests.push(request);
    const reply = replies[Math.min(requests.length, replies.length) - 1];
    if (!reply) throw new TypeError('no reply is prepared');
    return reply(request, init);
  };
  return { fetch, requests };
}

export const json =
  (
    body: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): FakeReply =>
  () =>
    Response.json(body, { status, headers: { 'request-id': 'req_1', ...headers } });

export const problem =
  (status: number, code: string, headers: Record<string, string> = {}): FakeReply =>
  () =>
    Response.json(
      {
        type: `https://example.com/errors#${code}`,
        title: 'No',
        status,
        detail: `About ${code}`,
        code,
        request_id: `req_${status}`,
      },
      {
        status,
        headers: { 'content-type': 'application/problem+json', 'request-id': `req_${status}`, ...headers },
      },
    );

export const disconnect: FakeReply = () => {
  throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
};

/** The server never answers; the signal ends the request, as with fetch. */
export const stall: FakeReply = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

export const stallInBody: FakeReply = (_, { signal }) =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"id":'));
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    }),
  );
