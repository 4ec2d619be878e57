/** A picture that can't be read now, or a thread that died, may do better later; a report that never will is given up. */
const DELAYS_MS = [5_000, 60_000, 600_000];

export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** What a report shows that could not be made. The cause is in the log: it may quote what a person wrote. */
export const GIVEN_UP = {
  failure_code: 'render_failed',
  failure_message: 'The report could not be made. Ask for another one, or tell support the id of this one.',
};

/** When a report is tried again after so many attempts that failed; null when it is given up. */
export const planReportRetry = ({ attemptCount, now }: { attemptCount: number; now: Date }): Date | null => {
  const delayMs = DELAYS_MS[attemptCount - 1];
  return delayMs === undefined ? null : new Date(now.getTime() + delayMs);
};
