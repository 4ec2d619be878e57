/** Facts of a refusal that a retry depends on. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs?: number | null;
}

export interface RetryLimits {
  readonly retriesDone: number;
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;

/**
 * The wait before the next attempt in milliseconds, or `null` when there must be none. Without a
 * refusal no complete reply came.
 *
 * "Full jitter": anything from 0 to the doubling bound, since clients that failed together must not
 * come back together. `Retry-After` is a lower bound; one that is too long ends the call instead. While a
 * request with the same key is in flight, the jitter comes on top of it: many wait for the same one.
 */
export function decideRetry(
  refusal: Refusal | null,
  limits: RetryLimits,
  random: () => number,
): number | null {
  if (limits.retriesDone >= limits.maxRetries || !mayPass(refusal)) return null;
  const retryAfterMs = refusal?.retryAfterMs ?? 0;
  if (retryAfterMs > limits.maxRetryAfterMs) return null;
  const jitter = random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** limits.retriesDone);
  return refusal?.status === 409 ? retryAfterMs + jitter : Math.max(retryAfterMs, jitter);
}

/** True if the same call may succeed later. */
export function mayPass(refusal: Refusal | null): boolean {
  if (refusal === null) return true;
  const { status, code } = refusal;
  return (
    status === 408 || status === 429 || status >= 500 || (status === 409 && code === 'idempotency_in_flight')
  );
}
