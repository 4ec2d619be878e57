import { z } from 'zod';
import { invalidField } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionRow } from './session-view.ts';

const Appointment = z.object({
  organisation_id: z.string(),
  session_id: z.string(),
  scheduled_for: z.string(),
});

export const remindSessionJob = declareJob({
  id: 'remind-session',
  payload: Appointment.extend({ kind: z.enum(['24h', '1h']) }),
});

export const expireSessionJob = declareJob({ id: 'expire-session', payload: Appointment });

/**
 * Enqueues what a scheduled session waits for: its reminders and its expiry. Called again after a move, it
 * replaces them. A job that runs already can't be replaced: it finds another time in the session and does
 * nothing.
 */
export const scheduleSession = ({ config }: Pick<Context, 'config'>, tx: Tx, session: SessionRow): void => {
  if (!session.scheduled_for) return;
  const scheduledFor = session.scheduled_for;
  const ids = {
    organisation_id: session.organisation_id,
    session_id: session.id,
    scheduled_for: scheduledFor.toISOString(),
  };
  for (const { kind, runAt } of listReminders(scheduledFor, tx.now)) {
    enqueueJob(tx, remindSessionJob, { payload: { ...ids, kind }, runAt, key: `${session.id}:${kind}` });
  }
  const expiresAt = new Date(Math.min(scheduledFor.getTime() + config.sessionTtlMs, LATEST_MS));
  enqueueJob(tx, expireSessionJob, { payload: ids, runAt: expiresAt, key: session.id });
};

/** Whether a session still waits for the time that a job is about: it has not moved, and nobody joined or ended it. */
export const isStillWaiting = ({ status, scheduled_for }: SessionRow, scheduledFor: Date): boolean =>
  status === 'created' && scheduled_for?.getTime() === scheduledFor.getTime();

/** PostgreSQL does not read the form in which JavaScript writes a later year. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** The planned time of a request's body: undefined when absent, null for now, never in the past. */
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

/** The reminders of a scheduled session. */
export const REMINDERS = [
  { kind: '24h', beforeMs: 24 * 3_600_000 },
  { kind: '1h', beforeMs: 3_600_000 },
] as const;

type ReminderKind = (typeof REMINDERS)[number]['kind'];

/** When each reminder is due; one whose time has passed already is left out. */
export const listReminders = (scheduledFor: Date, now: Date): { kind: ReminderKind; runAt: Date }[] =>
  REMINDERS.map(({ kind, beforeMs }) => ({
    kind,
    runAt: new Date(scheduledFor.getTime() - beforeMs),
  })).filter(({ runAt }) => runAt >= now);
