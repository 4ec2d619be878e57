import { isStillWaiting } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { findOperator } from '../notifications/exports/find-operator.ts';
import { queueMessages } from '../notifications/exports/queue-messages.ts';
import { lockSessionRow } from './exports/lock-session.ts';
import { remindSessionJob } from './exports/schedule-session.ts';
import type { SessionRow } from './exports/session-view.ts';

/**
 * A person is reminded once a day by each kind at most, however often the session moves or the job runs: the message's
 * key holds the kind and the day. A message over the limits waits.
 */
export const remindSession = defineJob({
  ...remindSessionJob,
  run: (context: Context, { organisation_id, session_id, scheduled_for, kind }) =>
    context.transact(async (tx) => {
      // Without the session's lock, a session that ends meanwhile could cancel its messages before this one is queued.
      const session = await lockSessionRow(tx, { organisationId: organisation_id, sessionId: session_id });
      const scheduledFor = new Date(scheduled_for);
      if (!session || !isStillWaiting(session, scheduledFor) || scheduledFor <= tx.now) return;
      const about = `${kind}:${tx.now.toISOString().slice(0, 10)}`;
      const reminder = {
        session,
        channel: 'email',
        expiresAt: session.scheduled_for,
        awaitsCount: true,
      } as const;
      const invitees = await listInvitees(tx, session);
      const { locale, memberId } = await findOperator(tx, session);
      queueMessages(context, tx, [
        ...invitees.map(({ id, recipient_email }) => ({
          ...reminder,
          participantId: id,
          kind: `reminder_invitee_${kind}` as const,
          recipient: recipient_email,
          dedupeKey: `reminder:${id}:${about}`,
        })),
        {
          ...reminder,
          session: { ...session, locale },
          memberId,
          kind: `reminder_operator_${kind}`,
          recipient: session.operator_email,
          dedupeKey: `reminder:${session.id}:operator:${about}`,
        },
      ]);
    }),
});

const listInvitees = (tx: Tx, session: SessionRow) =>
  tx.db.participant.findMany({
    where: {
      organisation_id: session.organisation_id,
      session_id: session.id,
      recipient_email: { not: '' },
      joined_at: null,
      revoked_at: null,
      expires_at: { gt: tx.now },
    },
    orderBy: { id: 'asc' },
  });
