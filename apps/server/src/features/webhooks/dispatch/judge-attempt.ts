import type { SafeFetchOutcome } from '../../../platform/safe-fetch/create-safe-fetch.ts';
import { planNextAttempt } from './plan-next-attempt.ts';

export type AttemptOutcome =
  SafeFetchOutcome | { ok: false; errorClass: 'secret_unavailable'; message: string; durationMs: number };

/** What an attempt came to, and where the delivery stands after it. */
export type Verdict = {
  attemptOutcome: 'delivered' | 'failed' | 'interrupted';
  status: string;
  failureCount: number;
  /** None for a delivery that is settled. */
  nextAttemptAt: Date | null;
  responseStatus: number | null;
  errorClass: string | null;
  /** What went wrong, in words for the tenant; null for an answer, whatever its status. */
  error: string | null;
  /** The first 16 KiB of the answer. */
  responseExcerpt: string | null;
  /** Of its headers those that are kept, as JSON text. */
  responseHeaders: string | null;
  /** Of the exchange alone. */
  durationMs: number;
  /** The receiver said 410: it wants no more. */
  isGone: boolean;
};

/** Judges an attempt: only 2xx in time is delivered. */
export const judgeAttempt = (
  outcome: AttemptOutcome,
  {
    delivery,
    delaysMs,
    now,
  }: { delivery: { status: string; failure_count: number }; delaysMs: readonly number[]; now: Date },
): Verdict => {
  const responseStatus = outcome.ok ? outcome.status : null;
  const seen = {
    responseStatus,
    errorClass: outcome.ok ? null : outcome.errorClass,
    error: outcome.ok ? null : toStorable(outcome.message),
    responseExcerpt: outcome.ok ? outcome.bodyExcerpt : null,
    responseHeaders: outcome.ok ? JSON.stringify(outcome.headers) : null,
    durationMs: Math.round(outcome.durationMs),
    isGone: responseStatus === 410,
  };
  const before = { status: delivery.status, failureCount: delivery.failure_count };
  if (responseStatus !== null && responseStatus >= 200 && responseStatus <= 299) {
    return { ...seen, ...before, attemptOutcome: 'delivered', status: 'delivered', nextAttemptAt: null };
  }
  // This process is stopping; the receiver did nothing wrong, and another process goes on at once.
  if (seen.errorClass === 'aborted') {
    return { ...seen, ...before, attemptOutcome: 'interrupted', nextAttemptAt: now };
  }
  const failureCount = delivery.failure_count + 1;
  const retryAfter = outcome.ok ? (outcome.headers['retry-after'] ?? null) : null;
  const nextAttemptAt = planNextAttempt({ failureCount, retryAfter, delaysMs, failedAt: now }) ?? null;
  const status = nextAttemptAt ? 'failed' : 'dropped';
  return { ...seen, attemptOutcome: 'failed', status, failureCount, nextAttemptAt };
};

// A message may quote the receiver's certificate, and PostgreSQL takes no U+0000: an attempt that can't be
// recorded would be made again without end.
const toStorable = (message: string): string => message.replaceAll('\0', '\uFFFD').toWellFormed();
