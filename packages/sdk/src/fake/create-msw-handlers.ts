import type { FetchFunction, FetchInit, WebResponse } from '../http/web-types.ts';

/** Part of msw's `http` and `HttpResponse` that is used; this package does not depend on msw. */
export interface MswTools<Handler> {
  readonly http: {
    all(path: string, resolver: (info: { request: MswRequest }) => Promise<never>): Handler;
  };
  readonly HttpResponse: { error(): unknown };
}

/** Part of Fetch's `Request` that is used. */
export interface MswRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: unknown;
  readonly signal: unknown;
  text(): Promise<string>;
}

/**
 * The fake as handlers of msw, for code that makes its own client with the global `fetch`.
 *
 * @param service what `createFakeService` gave; its `baseUrl` is the one that is intercepted
 * @param msw msw's `http` and `HttpResponse`
 * @example
 * ```ts
 * const service = createFakeService({ baseUrl: 'https://inspections.example.com' });
 * const server = setupServer(...createMswHandlers(service, { http, HttpResponse }));
 * server.listen();
 * ```
 */
export function createMswHandlers<Handler>(
  service: { fetch: FetchFunction; clientOptions: { baseUrl?: string | undefined } },
  { http, HttpResponse }: MswTools<Handler>,
): Handler[] {
  const answer = async ({ request }: { request: MswRequest }) => {
    const { method, url } = request;
    const body = await request.text();
    const headers = request.headers as FetchInit['headers'];
    const signal = request.signal as FetchInit['signal'];
    const init: FetchInit = { method, headers, signal, redirect: 'manual', ...(body !== '' && { body }) };
    const response = await service.fetch(url, init).catch(() => HttpResponse.error() as WebResponse);
    return response as never;
  };
  return [http.all(`${service.clientOptions.baseUrl}/*`, answer)];
}
