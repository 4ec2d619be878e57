import type { FetchFunction, WebHeaders } from './web-types.ts';

/** Rate limit of the credential or its organisation, whichever is nearer its limit. */
export interface RateLimit {
  /** Requests per window. */
  readonly limit: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** Time when the next window begins. */
  readonly reset: Date;
}

/** Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds); `null` unless all three are there. */
export function readRateLimit(headers: Pick<WebHeaders, 'get'>): RateLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => readCount(headers, name));
  if (!limit || !remaining || !reset) return null;
  return { limit: +limit, remaining: +remaining, reset: new Date(+reset * 1000) };
}

export const readCount = (headers: Pick<WebHeaders, 'get'>, name: string): string | undefined =>
  /^\d{1,12}$/.exec(headers.get(`x-ratelimit-${name}`)?.trim() ?? '')?.[0];

/**
 * Measures by the reply's own `Date`, since this machine's clock may be wrong. `Date` has whole seconds, so the result
 * is rather too long.
 */
export function measureRest(headers: Pick<WebHeaders, 'get'>, until: Date | number, nowMs: number): number {
  const sentAtMs = Date.parse(headers.get('date') ?? '');
  return Math.max(0, +until - (Number.isNaN(sentAtMs) ? nowMs : sentAtMs));
}

/** Keeps the rate limit of the last reply that had one. */
export function watchRateLimit(fetch: FetchFunction) {
  let last: RateLimit | null = null;
  const watched: FetchFunction = async (url, init) => {
    const response = await fetch(url, init);
    last = readRateLimit(response.headers) ?? last;
    return response;
  };
  return { fetch: watched, readLast: () => last };
}
