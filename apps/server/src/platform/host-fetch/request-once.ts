import type { Socket } from 'node:net';
import { Client, type Dispatcher, buildConnector } from 'undici';
import { destinationOf } from '../egress-proxy/choose-proxy.ts';
import { findProxy } from '../egress-proxy/lead-out.ts';
import { authorizeAtProxy, openTunnel } from '../egress-proxy/open-tunnel.ts';
import { inSpan, traceOn } from '../tracing/trace.ts';

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
  const target = new URL(url);
  const { method } = request;
  const { client, path, headers: added } = openWay(target, signal);
  signal.addEventListener('abort', () => void client.destroy(signal.reason as Error), { once: true });
  const attributes = { 'http.request.method': method, 'server.address': target.hostname };
  return inSpan({ name: 'call', kind: 'client', attributes }, async (span) => {
    const headers = { ...request.headers, ...traceOn(), ...added };
    const answer = await client.request({ method, headers, body: body ?? null, path });
    span.set({ 'http.response.status_code': answer.statusCode });
    return answer;
  });
};

/**
 * The host's operator has set the address, so a proxy may resolve its name. It is asked for a tunnel to https, and for
 * what is at an address of http (RFC 9112, section 3.2.2).
 */
const openWay = (target: URL, signal: AbortSignal) => {
  const path = target.pathname + target.search;
  const destination = destinationOf(target);
  const proxy = findProxy(destination);
  if (proxy && target.protocol === 'http:') {
    const connect = connectCapped(MAX_BYTES_READ);
    const headers = { host: target.host, ...authorizeAtProxy(proxy) };
    return {
      client: new Client(proxy.origin, { allowH2: false, connect }),
      path: target.origin + path,
      headers,
    };
  }
  const tunnel = proxy && (() => openTunnel(proxy, destination, signal));
  const connect = connectCapped(MAX_BYTES_READ, { tunnel });
  return { client: new Client(target.origin, { allowH2: false, connect }), path, headers: {} };
};

type Capped = buildConnector.BuildOptions & { tunnel?: (() => Promise<Socket>) | undefined };

/** Hangs up on an answer that has no end. */
export const connectCapped = (
  maxBytes: number,
  { tunnel, ...options }: Capped = {},
): buildConnector.connector => {
  const connect = buildConnector({ allowH2: false, ...options });
  return (target, callback) => {
    const settle: buildConnector.Callback = (...result) => {
      const [, socket] = result;
      socket?.on('readable', () => {
        if (socket.bytesRead > maxBytes) socket.destroy(new Error('The answer has no end.'));
      });
      callback(...result);
    };
    if (!tunnel) return connect(target, settle);
    const secure = (httpSocket: Socket): void => {
      // undici takes a socket that is there for TLS alone.
      if (target.protocol === 'https:') connect({ ...target, httpSocket }, settle);
      else settle(null, httpSocket);
    };
    tunnel().then(secure, (error: Error) => settle(error, null));
  };
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
