import { type RateLimit, readRateLimit } from '../core/rate-limit.ts';
import type { FetchFunction } from '../core/web-types.ts';

/** A fetch beside which the rate limit of the last reply that told one can be read. */
export function watchRateLimit(fetch: FetchFunction) {
  let last: RateLimit | null = null;
  const watched: FetchFunction = async (url, init) => {
    const response = await fetch(url, init);
    last = readRateLimit(response.headers) ?? last;
    return response;
  };
  return { fetch: watched, readLast: () => last };
}
