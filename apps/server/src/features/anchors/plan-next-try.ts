const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 6 * 3_600_000;
export const GIVE_UP_AFTER_MS = 7 * 86_400_000;

/**
 * Gives the time to ask an authority again after failed tries; null if it would be over a week after the anchor's
 * creation.
 */
export const planNextTry = ({
  failureCount,
  createdAt,
  now,
}: {
  failureCount: number;
  createdAt: Date;
  now: Date;
}): Date | null => {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (failureCount - 1), MAX_DELAY_MS);
  const next = new Date(now.getTime() + delayMs);
  return next.getTime() <= createdAt.getTime() + GIVE_UP_AFTER_MS ? next : null;
};
