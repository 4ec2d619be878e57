/**
 * When the next attempt is due after a failure, or undefined when all retries are used.
 * The delay counts from this failure. A receiver's Retry-After moves it, never earlier than this step of
 * the schedule and never later than the next, so that no receiver can starve or stretch the schedule.
 */
export const planNextAttempt = ({
  failureCount,
  failedAt,
  retryAfter,
  delaysMs,
}: {
  /** Failures so far, this one included. */
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

// RFC 9110 section 10.2.3. Of the date forms only the one that may still be sent is read (section 5.6.7).
const readRetryAfterMs = (value: string | null, now: Date): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const delayMs = Date.parse(text) - now.getTime();
  return Number.isNaN(delayMs) ? undefined : delayMs;
};
