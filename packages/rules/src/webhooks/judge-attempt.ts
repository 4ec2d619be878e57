/** The end of an exchange with a receiver: any answer, or none. */
export type AttemptOutcome =
  | {
      ok: true;
      status: number;
      headers: Readonly<Record<string, string>>;
      bodyExcerpt: string;
      durationMs: number;
    }
  | { ok: false; errorClass: string; message: string; durationMs: number };

export type Verdict = {
  attemptOutcome: 'delivered' | 'failed' | 'interrupted';
  status: string;
  failureCount: number;
  /** null: the delivery is settled. */
  nextAttemptAt: Date | null;
  responseStatus: number | null;
  errorClass: string | null;
  /** The failure in words for the organisation; null for an answer, whatever its status. */
  error: string | null;
  responseExcerpt: string | null;
  responseHeaders: string | null;
  durationMs: number;
  /** True for a 410: the receiver wants no more. */
  isGone: boolean;
};

/** The wait before each retry, after the failure before it. The host may set others. */
export const RETRY_DELAYS_MS: readonly number[] = [30, 300, 3_600, 21_600, 86_400].map((s) => s * 1_000);

/** Only a 2xx in time is delivered. */
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
  // This process is stopping: the receiver did nothing wrong, and another process goes on at once.
  if (seen.errorClass === 'aborted') {
    return { ...seen, ...before, attemptOutcome: 'interrupted', nextAttemptAt: now };
  }
  const failureCount = delivery.failure_count + 1;
  const retryAfter = outcome.ok ? (outcome.headers['retry-after'] ?? null) : null;
  const nextAttemptAt = planNextAttempt({ failureCount, retryAfter, delaysMs, failedAt: now }) ?? null;
  const status = nextAttemptAt ? 'failed' : 'dropped';
  return { ...seen, attemptOutcome: 'failed', status, failureCount, nextAttemptAt };
};

// PostgreSQL takes no U+0000, which a receiver's certificate may bring into a message; an attempt that can't be
// recorded would be repeated without end.
const toStorable = (message: string): string => message.replaceAll('\0', '\uFFFD').toWellFormed();

/**
 * Gives undefined when all retries are used. The delay counts from this failure. A Retry-After moves the time within
 * this step and the next, so that no receiver can starve or stretch the schedule.
 */
export const planNextAttempt = ({
  failureCount,
  failedAt,
  retryAfter,
  delaysMs,
}: {
  failureCount: number;
  failedAt: Date;
  /** The header as it came: seconds, or an HTTP date. */
  retryAfter: string | null;
  delaysMs: readonly number[];
}): Date | undefined => {
  const stepMs = delaysMs[failureCount - 1];
  if (stepMs === undefined) return undefined;
  const latestMs = Math.max(stepMs, delaysMs[failureCount] ?? stepMs);
  const wishedMs = readRetryAfterMs(retryAfter, failedAt) ?? stepMs;
  return new Date(failedAt.getTime() + Math.min(Math.max(wishedMs, stepMs), latestMs));
};

// RFC 9110 section 10.2.3. Only the date form that may still be sent is read (section 5.6.7).
const readRetryAfterMs = (value: string | null, now: Date): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const delayMs = Date.parse(text) - now.getTime();
  return Number.isNaN(delayMs) ? undefined : delayMs;
};

/** An endpoint that took nothing for so many days is disabled. */
export const FAILING_DAYS = 5;
const FAILING_MS = FAILING_DAYS * 86_400_000;

/** `well` ends a time of failures, `failing` begins or continues it. */
export type ReceiverVerdict = {
  health: 'well' | 'failing' | 'unknown';
  disabledFor: 'gone' | 'days' | null;
};

/** Judges by this attempt, and by the time since which all attempts failed. */
export const judgeReceiver = (
  { attemptOutcome, errorClass, isGone }: Verdict,
  { failingSince, now }: { failingSince: Date | null; now: Date },
): ReceiverVerdict => {
  if (attemptOutcome === 'delivered') return { health: 'well', disabledFor: null };
  // The service itself gave the attempt up, or could not sign it.
  if (attemptOutcome === 'interrupted' || errorClass === 'secret_unavailable') {
    return { health: 'unknown', disabledFor: null };
  }
  if (isGone) return { health: 'failing', disabledFor: 'gone' };
  const failingMs = failingSince ? now.getTime() - failingSince.getTime() : 0;
  return { health: 'failing', disabledFor: failingMs >= FAILING_MS ? 'days' : null };
};
