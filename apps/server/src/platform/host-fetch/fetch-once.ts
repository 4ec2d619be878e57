import { requestOnce } from './request-once.ts';

/**
 * Gives the `fetch` for libraries that bring none of their own, to an address that the host's operator has set. Whoever
 * answers there may be anyone: no redirect is followed, and no more is read than `requestOnce` reads. The answer has
 * come whole when this resolves.
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
