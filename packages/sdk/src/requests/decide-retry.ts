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
 * Milliseconds before the next attempt; `null` for none. Without a refusal no complete reply came.
 * "Full jitter" takes any wait from 0 to the doubling bound, so that clients that failed together come back apart.
 * `Retry-After` is a lower bound, and ends the call if it is too long. While a request with the same key is in flight,
 * the jitter is added to it, since many wait for the same one.
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

/** The same call may succeed later. */
export function mayPass(refusal: Refusal | null): boolean {
  if (refusal === null) return true;
  const { status, code } = refusal;
  return (
    status === 408 || status === 429 || status >= 500 || (status === 409 && code === 'idempotency_in_flight')
  );
}
