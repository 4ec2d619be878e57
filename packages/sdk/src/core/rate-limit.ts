import type { WebHeaders } from './web-types.ts';

/** Where the credential or its organisation stands, whichever is nearer its limit. */
export interface RateLimit {
  /** Requests per window. */
  readonly limit: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** When the next window begins. */
  readonly reset: Date;
}

/** Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds); `null` unless all three are there. */
export function readRateLimit(headers: Pick<WebHeaders, 'get'>): RateLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`)?.trim() ?? '';
    return /^\d{1,12}$/.test(value) ? Number(value) : undefined;
  });
  if (limit === undefined || remaining === undefined || reset === undefined) return null;
  return { limit, remaining, reset: new Date(reset * 1000) };
}
