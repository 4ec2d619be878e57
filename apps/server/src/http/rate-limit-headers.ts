import type { Response } from 'express';

/** One limit as a request left it. `resetAt` is in Unix seconds. */
export type RateLimit = { limit: number; remaining: number; resetAt: number; windowSeconds: number };

/** Shows a limit in the headers X-RateLimit-* and in those of the IETF draft (RateLimit, RateLimit-Policy). */
export const setRateLimitHeaders = (
  response: Response,
  { limit, remaining, resetAt, windowSeconds }: RateLimit,
  nowMs: number,
): void => {
  const resetIn = Math.max(1, resetAt - Math.floor(nowMs / 1000));
  response.set({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    'RateLimit-Policy': `"default";q=${limit};w=${windowSeconds}`,
    RateLimit: `"default";r=${remaining};t=${resetIn}`,
  });
};
