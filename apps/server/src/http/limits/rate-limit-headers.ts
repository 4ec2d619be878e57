import type { Response } from 'express';

/** A limit after a request. `resetAt` is in Unix seconds. */
export type RateLimit = { limit: number; remaining: number; resetAt: number; windowSeconds: number };

/** Shows a limit in the headers of a reply. */
export const setRateLimitHeaders = (response: Response, rateLimit: RateLimit, nowMs: number): void => {
  for (const [name, value] of Object.entries(describeRateLimit(rateLimit, nowMs))) {
    response.setHeader(name, value);
  }
};

/** Gives the headers of a limit: X-RateLimit-* and those of the IETF draft (RateLimit, RateLimit-Policy). */
export const describeRateLimit = (
  { limit, remaining, resetAt, windowSeconds }: RateLimit,
  nowMs: number,
): Record<string, string> => {
  const resetIn = Math.max(1, resetAt - Math.floor(nowMs / 1000));
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    'RateLimit-Policy': `"default";q=${limit};w=${windowSeconds}`,
    RateLimit: `"default";r=${remaining};t=${resetIn}`,
  };
};
