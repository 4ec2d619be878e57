import { isStillWaiting } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { appendEntry, freezeChain } from '../audit/exports/append-entry.ts';
import { closeRoom } from '../media/exports/close-room.ts';
import { cancelMessages } from '../notifications/exports/cancel-messages.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { lockSessionRow } from './exports/lock-session.ts';
import { expireSessionJob } from './exports/schedule-session.ts';
import { viewSession } from './exports/session-view.ts';

export const expireSession = defineJob({
  ...expireSessionJob,
  run: (context: Context, payload) =>
    context.transact(async (tx) => {
      const { organisation_id, session_id, scheduled_for } = payload;
      const chain = { organisationId: organisation_id, sessionId: session_id };
      const waiting = await lockSessionRow(tx, chain);
      if (!waiting || !isStillWaiting(waiting, new Date(scheduled_for))) return;
      const dueAt = new Date(waiting.scheduled_for!.getTime() + context.config.sessionTtlMs);
      // The job may come too early: its clock is ahead, or SESSION_TTL_HOURS has grown.
      if (dueAt > tx.now) return enqueueJob(tx, expireSessionJob, { payload, runAt: dueAt, key: session_id });
      const session = await tx.db.session.update({
        where: { organisation_id_id: { organisation_id, id: session_id } },
        data: { status: 'expired', updated_at: tx.now },
      });
      appendEntry(context, tx, { ...chain, kind: 'session.expired', payload: { scheduled_for } });
      freezeChain(tx, chain);
      closeRoom(tx, { sessionId: session_id });
      cancelMessages(tx, chain);
      publishEvent(context, tx, {
        organisationId: organisation_id,
        type: 'session.expired',
        data: viewSession({ ...session, report: null }),
        sessionId: session_id,
      });
    }),
});
