import { Refusal } from '@field-inspection/rules';
import type { FetchFunction, FetchInit, WebResponse } from '../http/web-types.ts';
import { answerRequest, describeRefusal } from './front/answer-request.ts';
import type { FakeAnswer } from './front/fake-service.ts';
import { HANDLERS } from './handlers.ts';
import type { FakeState } from './state/fake-state.ts';

/**
 * Fault of a request to the fake, instead of or on top of its answer:
 * - `rate_limited`: 429 with `Retry-After`
 * - `server_error`: 500
 * - `network_error`: no connection; nothing was done
 * - `lost_reply`: the request was done, and the connection broke before its reply
 * - `cut_body`: the request was done, and the reply breaks in the middle of its body
 * - `slow`: the reply comes `delayMs` late
 */
export type FakeFault =
  | { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'server_error' | 'network_error' | 'lost_reply' | 'cut_body' }
  | { readonly kind: 'slow'; readonly delayMs: number };

/** A request that the fake got. */
export interface FakeSentRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
}

const WINDOW_MS = 60_000;

export function createFakeFetch(
  state: FakeState,
  {
    faults,
    requests,
    requestsPerMinute,
  }: { faults: FakeFault[]; requests: FakeSentRequest[]; requestsPerMinute: number | undefined },
): FetchFunction {
  const window = createWindow(state, requestsPerMinute);
  const service = { state, handlers: HANDLERS, replays: new Map(), countRequest: window.count };
  const respond = (answer: FakeAnswer) => createResponse(answer, window.headers(), requests.length);
  return async (address, init) => {
    const url = new URL(address);
    const request = {
      method: init.method,
      url,
      headers: init.headers,
      text: typeof init.body === 'string' ? init.body : '',
    };
    const idempotencyKey = init.headers.get('idempotency-key');
    requests.push({ method: init.method, path: url.pathname + url.search, idempotencyKey });
    const fault = faults.shift();
    if (fault?.kind === 'network_error') throw createNetworkError();
    const refusal = fault && refuseByFault(fault);
    if (refusal) return respond(describeRefusal(state, refusal));
    const answer = answerRequest(service, request);
    if (fault?.kind === 'lost_reply') throw createNetworkError();
    if (fault?.kind === 'slow') await wait(fault.delayMs, init.signal);
    return fault?.kind === 'cut_body' ? cutBody(respond(answer)) : respond(answer);
  };
}

function createWindow(state: FakeState, requestsPerMinute: number | undefined) {
  const limit = requestsPerMinute ?? 600;
  let number = 0;
  let used = 0;
  const roll = () => {
    const current = Math.floor(state.now().getTime() / WINDOW_MS);
    if (current !== number) used = 0;
    number = current;
    return ((current + 1) * WINDOW_MS) / 1000;
  };
  const secondsUntil = (instant: number) => Math.max(1, instant - Math.floor(state.now().getTime() / 1000));
  return {
    count: (requests = 1) => {
      const resetAt = roll();
      const isRefused = requestsPerMinute !== undefined && used + requests > limit;
      if (!isRefused || requests === 1) used += requests;
      if (!isRefused) return;
      throw refuseRate(secondsUntil(resetAt));
    },
    headers: () => {
      const resetAt = roll();
      const remaining = Math.max(0, limit - used);
      return {
        date: state.now().toUTCString(),
        'x-ratelimit-reset': String(resetAt),
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        ratelimit: `"default";r=${remaining};t=${secondsUntil(resetAt)}`,
        'ratelimit-policy': `"default";q=${limit};w=${WINDOW_MS / 1000}`,
      };
    },
  };
}

function refuseByFault(fault: FakeFault): Refusal | undefined {
  if (fault.kind === 'server_error')
    return new Refusal('internal_error', 'The request could not be handled.');
  return fault.kind === 'rate_limited' ? refuseRate(fault.retryAfterSeconds) : undefined;
}

const refuseRate = (seconds: number) =>
  new Refusal('rate_limited', 'Too many requests. Try again later.', {
    headers: { 'retry-after': String(seconds) },
  });

function createResponse(
  answer: FakeAnswer,
  rateHeaders: Record<string, string>,
  number: number,
): WebResponse {
  const requestId = `req_${String(number).padStart(12, '0')}`;
  const headers = {
    'content-type': 'application/json',
    'request-id': requestId,
    ...rateHeaders,
    ...answer.headers,
  };
  const { status } = answer;
  if (status === 204) return new Response(null, { status, headers }) as WebResponse;
  if (answer.body instanceof Blob) {
    const own = { ...headers, 'content-type': answer.body.type };
    return new Response(answer.body, { status, headers: own }) as WebResponse;
  }
  const body = status >= 400 ? { ...(answer.body as object), request_id: requestId } : answer.body;
  return new Response(JSON.stringify(body), { status, headers }) as WebResponse;
}

function cutBody({ status, headers }: WebResponse): WebResponse {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"id":'));
    },
    pull(stream) {
      stream.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status: status === 204 ? 200 : status, headers }) as WebResponse;
}

// Waits no longer than its signal allows, as fetch does.
const wait = (delayMs: number, signal: FetchInit['signal']) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

const createNetworkError = () => new TypeError('fetch failed', { cause: new Error('a fault of the fake') });
