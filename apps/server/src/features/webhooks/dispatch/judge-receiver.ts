import type { Verdict } from './judge-attempt.ts';

/** An endpoint that took nothing for so long is disabled. */
export const FAILING_DAYS = 5;
const DAY_MS = 86_400_000;

/** What an attempt says of its receiver: `well` ends a time of failures, `failing` begins one or goes on with it. */
export type ReceiverVerdict = {
  health: 'well' | 'failing' | 'unknown';
  /** Why nothing more is sent to it: it said 410, or it took nothing for days. */
  disabledFor: 'gone' | 'days' | null;
};

/** Judges a receiver by an attempt, and by since when all attempts before it failed. */
export const judgeReceiver = (
  { attemptOutcome, errorClass, isGone }: Verdict,
  { failingSince, now }: { failingSince: Date | null; now: Date },
): ReceiverVerdict => {
  if (attemptOutcome === 'delivered') return { health: 'well', disabledFor: null };
  // What this server gave up or could not sign is no fault of the receiver.
  if (attemptOutcome === 'interrupted' || errorClass === 'secret_unavailable') {
    return { health: 'unknown', disabledFor: null };
  }
  if (isGone) return { health: 'failing', disabledFor: 'gone' };
  const failingMs = failingSince ? now.getTime() - failingSince.getTime() : 0;
  return { health: 'failing', disabledFor: failingMs >= FAILING_DAYS * DAY_MS ? 'days' : null };
};
