import type { Instant } from '../effects.ts';
import { invalidField } from '../refusal.ts';

/** undefined when absent, null for now, never in the past. */
export const readScheduledFor = (value: string | null | undefined, now: Date): Date | null | undefined => {
  if (value === undefined || value === null) return value;
  const scheduledFor = new Date(value);
  if (scheduledFor <= now)
    throw invalidField('scheduled_for', 'must be in the future; omit it to start now', 'too_early');
  if (scheduledFor.getTime() >= Date.UTC(9999)) throw invalidField('scheduled_for', TOO_LATE, 'too_late');
  return scheduledFor;
};

/** An appointment's links outlast it by a day, and their tokens by weeks; dates end with the year 9999. */
const TOO_LATE = 'must be before the year 9999';

/** True until somebody joined or ended the session, or moved its time. */
export const isStillWaiting = (
  { status, scheduled_for }: { status: string; scheduled_for: Instant | null },
  scheduledFor: Date,
): boolean =>
  status === 'created' && scheduled_for !== null && +new Date(scheduled_for) === scheduledFor.getTime();

export const REMINDERS = [
  { kind: '24h', beforeMs: 24 * 3_600_000 },
  { kind: '1h', beforeMs: 3_600_000 },
] as const;

type ReminderKind = (typeof REMINDERS)[number]['kind'];

/** Leaves out a reminder whose time has passed already. */
export const listReminders = (scheduledFor: Date, now: Date): { kind: ReminderKind; runAt: Date }[] =>
  REMINDERS.map(({ kind, beforeMs }) => ({
    kind,
    runAt: new Date(scheduledFor.getTime() - beforeMs),
  })).filter(({ runAt }) => runAt >= now);

export const DEAD_TOKEN_KEPT_MS = 30 * 86_400_000;

/** An invite's lifetime unless another is chosen: a day. */
export const USUAL_TTL_MINUTES = 1_440;

/**
 * The latest end of an invite: later, its token's row would outlast the times that PostgreSQL and JavaScript write
 * alike.
 */
const LATEST_MS = Date.UTC(9999, 11, 31) - DEAD_TOKEN_KEPT_MS;

type Invite = { ttlMinutes: number; scheduledFor: Instant | null };

/** The end of an invite issued now. An appointment's usual day begins with it, so that the link outlasts it. */
export const endOfInvite = ({ ttlMinutes, scheduledFor }: Invite, now: Date): Date => {
  const isUsual = ttlMinutes === USUAL_TTL_MINUTES;
  const startMs = Math.max(now.getTime(), isUsual && scheduledFor ? +new Date(scheduledFor) : 0);
  return new Date(Math.min(startMs + ttlMinutes * 60_000, LATEST_MS));
};
