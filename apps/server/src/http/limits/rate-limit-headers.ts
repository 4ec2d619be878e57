import type { Response } from 'express';

export type RateLimit = { limit: number; remaining: number; resetAt: number; windowSeconds: number };

export const setRateLimitHeaders = (response: Response, rateLimit: RateLimit, nowMs: number): void => {
  for (const [name, value] of Object.entries(describeRateLimit(rateLimit, nowMs))) {
    response.setHeader(name, value);
  }
};

/** X-RateLimit-* and the headers of the IETF draft (RateLimit, RateLimit-Policy). */
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
