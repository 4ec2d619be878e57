import { inSpan, traceOn } from '../tracing/trace.ts';
import { Client, type Dispatcher, buildConnector } from 'undici';

export type OnceRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Aborted at the end, too, which closes the connection with the rest of the answer. */
  signal: AbortSignal;
};

/** undici bounds no flood of interim answers, which costs half a core until the deadline. */
const MAX_BYTES_READ = 1024 * 1024;

/** A connection of its own, so that its bytes can be counted, and an abort ends a handshake as well. */
export const requestOnce = (
  url: string | URL,
  { signal, body, ...request }: OnceRequest,
): Promise<Dispatcher.ResponseData> => {
  const { origin, hostname, pathname, search } = new URL(url);
  const { method } = request;
  const client = new Client(origin, { allowH2: false, connect: connectCapped(MAX_BYTES_READ) });
  signal.addEventListener('abort', () => void client.destroy(signal.reason as Error), { once: true });
  const attributes = { 'http.request.method': method, 'server.address': hostname };
  return inSpan({ name: 'call', kind: 'client', attributes }, async (span) => {
    const headers = { ...request.headers, ...traceOn() };
    const answer = await client.request({ method, headers, body: body ?? null, path: pathname + search });
    span.set({ 'http.response.status_code': answer.statusCode });
    return answer;
  });
};

/** Hangs up on an answer that has no end. */
export const connectCapped = (
  maxBytes: number,
  options?: buildConnector.BuildOptions,
): buildConnector.connector => {
  const connect = buildConnector({ allowH2: false, ...options });
  return (target, callback) =>
    connect(target, (...result) => {
      const [, socket] = result;
      socket?.on('readable', () => {
        if (socket.bytesRead > maxBytes) socket.destroy(new Error('The answer has no end.'));
      });
      callback(...result);
    });
};

/**
 * For libraries without a `fetch` of their own, to an address that the host's operator has set. Anyone may answer
 * there: no redirect is followed, and no more is read than `requestOnce` reads. The answer has come whole when this
 * resolves.
 */
export const fetchOnce = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
  const exchange = new AbortController();
  const { method = 'GET', headers, body, signal } = init;
  try {
    const answer = await requestOnce(String(url), {
      method: method as 'GET' | 'POST' | 'DELETE',
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && body !== '' ? { body } : {}),
      signal: signal ? AbortSignal.any([signal, exchange.signal]) : exchange.signal,
    });
    const told = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return new Response(await answer.body.text(), { status: answer.statusCode, headers: told });
  } finally {
    exchange.abort();
  }
};
