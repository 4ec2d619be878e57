import { UsageError } from '../errors/field-inspection-error.ts';
import type { FetchFunction, FetchInit, WebResponse } from '../http/web-types.ts';

/**
 * Stands around each attempt of a call. It may change what is sent and what comes back, answer by itself,
 * or call `next` again. The body of the reply is the SDK's to read: look into a `clone()`.
 */
export type Middleware = (url: string, init: FetchInit, next: FetchFunction) => Promise<WebResponse>;

/**
 * A `fetch` with middleware around it, for the client's option of that name. Retries are outside: each
 * attempt passes all of it. A middleware that read the reply's body fails the attempt with a `UsageError`
 * as its `cause`.
 *
 * @param middleware the first is the outermost
 * @param fetch what sends in the end; the global `fetch` unless given
 * @example
 * ```ts
 * const trace: Middleware = (url, init, next) => {
 *   init.headers.set('traceparent', currentTraceparent());
 *   return next(url, init);
 * };
 * const client = new FieldInspection({ fetch: composeFetch([trace]) });
 * ```
 */
export function composeFetch(
  middleware: readonly Middleware[],
  fetch: FetchFunction = (url, init) => globalThis.fetch(url, init as RequestInit) as Promise<WebResponse>,
): FetchFunction {
  if (!Array.isArray(middleware)) throw new UsageError('composeFetch takes a list: composeFetch([trace])');
  return middleware.reduceRight<FetchFunction>(
    (next, layer) => async (url, init) => checkBody(await layer(url, copy(init), next)),
    fetch,
  );
}

// Attempts share their headers: a header set for one must not be doubled in the next.
const copy = (init: FetchInit): FetchInit => ({ ...init, headers: new Headers(init.headers as Headers) });

function checkBody(response: WebResponse): WebResponse {
  if (!(response as { bodyUsed?: boolean }).bodyUsed) return response;
  throw new UsageError('A middleware read the body of the reply: let it read response.clone()');
}
