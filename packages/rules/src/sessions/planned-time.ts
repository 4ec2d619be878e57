import type { Instant } from '../effects.ts';
import { invalidField } from '../refusal.ts';

/** Reads the planned time of a request's body: undefined when absent, null for now, never in the past. */
export const readScheduledFor = (value: string | null | undefined, now: Date): Date | null | undefined => {
  if (value === undefined || value === null) return value;
  const scheduledFor = new Date(value);
  if (scheduledFor <= now)
    throw invalidField('scheduled_for', 'must be in the future; omit it to start now', 'too_early');
  if (scheduledFor.getTime() >= Date.UTC(9999)) throw invalidField('scheduled_for', TOO_LATE, 'too_late');
  return scheduledFor;
};

/** The links of an appointment outlast it by a day, and their tokens by weeks: dates end with the year 9999. */
const TOO_LATE = 'must be before the year 9999';

/** Whether a session still waits for a time: it has not moved, and nobody joined or ended it. */
export const isStillWaiting = (
  { status, scheduled_for }: { status: string; scheduled_for: Instant | null },
  scheduledFor: Date,
): boolean =>
  status === 'created' && scheduled_for !== null && +new Date(scheduled_for) === scheduledFor.getTime();

/** The reminders of a scheduled session. */
export const REMINDERS = [
  { kind: '24h', beforeMs: 24 * 3_600_000 },
  { kind: '1h', beforeMs: 3_600_000 },
] as const;

type ReminderKind = (typeof REMINDERS)[number]['kind'];

/** Lists when each reminder is due; a reminder whose time has passed already is left out. */
export const listReminders = (scheduledFor: Date, now: Date): { kind: ReminderKind; runAt: Date }[] =>
  REMINDERS.map(({ kind, beforeMs }) => ({
    kind,
    runAt: new Date(scheduledFor.getTime() - beforeMs),
  })).filter(({ runAt }) => runAt >= now);

/** Milliseconds for which a token that lets in nowhere any more is still known. */
export const DEAD_TOKEN_KEPT_MS = 30 * 86_400_000;

/** The lifetime of an invite that nobody has chosen: a day. */
export const USUAL_TTL_MINUTES = 1_440;

/**
 * The latest end of an invite: later, the row of its token would have to stay beyond the times that PostgreSQL and
 * JavaScript write alike.
 */
const LATEST_MS = Date.UTC(9999, 11, 31) - DEAD_TOKEN_KEPT_MS;

type Invite = { ttlMinutes: number; scheduledFor: Instant | null };

/**
 * Gives the end of an invite that is issued now. The usual day of an appointment begins with it: a link must outlast
 * it.
 */
export const endOfInvite = ({ ttlMinutes, scheduledFor }: Invite, now: Date): Date => {
  const isUsual = ttlMinutes === USUAL_TTL_MINUTES;
  const startMs = Math.max(now.getTime(), isUsual && scheduledFor ? +new Date(scheduledFor) : 0);
  return new Date(Math.min(startMs + ttlMinutes * 60_000, LATEST_MS));
};
