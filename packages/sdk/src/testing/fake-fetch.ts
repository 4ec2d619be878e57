import type { FetchFunction, FetchInit } from '../http/web-types.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers one request, or fails as fetch does. */
export type FakeReply = (request: SentRequest, init: FetchInit) => Response | Promise<Response>;

/** Creates a fetch that gives the replies in their order, the last one for ever, and keeps its requests. */
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

/** A JSON reply. */
export const json =
  (
    body: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): FakeReply =>
  () =>
    Response.json(body, { status, headers: { 'request-id': 'req_1', ...headers } });

/** A refusal as the service makes it. */
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

/** A connection that breaks before an answer. */
export const disconnect: FakeReply = () => {
  throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
};

/** A server that takes the request and never answers; it heeds the signal, as fetch does. */
export const stall: FakeReply = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** A server that answers with headers and the beginning of a body, and no more. */
export const stallInBody: FakeReply = (_, { signal }) =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"id":'));
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    }),
  );
