import { z } from 'zod';
import { listReminders } from '@field-inspection/rules';
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

/** PostgreSQL does not read JavaScript's form of a later year. */
const LATEST_MS = Date.UTC(9999, 11, 31);
