import type { FetchFunction, WebHeaders } from './web-types.ts';

/** Notice that the route of a call will go. */
export interface Deprecation {
  /** Since when, or from when on, it is deprecated (RFC 9745). */
  readonly since: Date;
  /** Time when the route may be gone (RFC 8594); `null` when that is not said. */
  readonly sunset: Date | null;
  /** Link to the replacement: a URL, or a path below the service's origin. */
  readonly link: string | null;
}

/** A {@link Deprecation} with the request that met it, as the option `onDeprecation` gets it. */
export interface DeprecationNotice extends Deprecation {
  readonly method: string;
  /** Path of the request, without its query. */
  readonly path: string;
}

/** Reads `Deprecation` (`@` and Unix seconds), `Sunset` and `Link`; `null` for a route that stays. */
export function readDeprecation(headers: Pick<WebHeaders, 'get'>): Deprecation | null {
  const since = /^@(-?\d{1,12})$/.exec(headers.get('deprecation')?.trim() ?? '')?.[1];
  if (since === undefined) return null;
  const sunsetMs = Date.parse(headers.get('sunset') ?? '');
  const links = headers.get('link') ?? '';
  return {
    since: new Date(Number(since) * 1000),
    sunset: Number.isNaN(sunsetMs) ? null : new Date(sunsetMs),
    link: /<([^<>]*)>\s*;[^,<]*\brel="?deprecation\b/i.exec(links)?.[1] ?? null,
  };
}

export function reportDeprecation(
  fetch: FetchFunction,
  tell: (notice: DeprecationNotice) => void,
): FetchFunction {
  return async (url, init) => {
    const response = await fetch(url, init);
    const deprecation = readDeprecation(response.headers);
    if (deprecation === null) return response;
    try {
      tell({ method: init.method, path: new URL(url).pathname, ...deprecation });
    } catch {
      // The call was answered: a failing report must not make it fail.
    }
    return response;
  };
}
