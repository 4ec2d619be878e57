import type { Session } from '#prisma';
import type { Context } from '../../../context.ts';
import type { CancelledMessages } from '../../../platform/database/effects.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { type MessageKind, queueMessages } from './queue-messages.ts';

/**
 * Stops the unsent messages of a session, or of one participant, one signature or some kinds in it, and wipes their
 * secrets. The transaction's last statement does it, so that messages queued by the same transaction are not stopped. A
 * message that two calls of a transaction stop is written once.
 */
export const cancelMessages = (tx: Tx, which: CancelledMessages & { kinds?: readonly MessageKind[] }): void =>
  void tx.effects.cancelledMessages.push(which);

type Cancelled = Pick<Session, 'organisation_id' | 'id' | 'locale' | 'scheduled_for'>;

/**
 * Tells people who were mailed a session's future time that it is cancelled: all who may still join, or the one whose
 * invite is revoked. The messages wait for their limits, since the change that causes them is not to be refused.
 */
export const announceCancellation = async (
  context: Pick<Context, 'ids' | 'keyring'>,
  tx: Tx,
  { session, participantId }: { session: Cancelled; participantId?: string },
): Promise<void> => {
  const { organisation_id, id: session_id, scheduled_for } = session;
  if (!scheduled_for || scheduled_for <= tx.now) return;
  const told = await tx.db.participant.findMany({
    where: {
      organisation_id,
      session_id,
      ...(participantId ? { id: participantId } : {}),
      recipient_email: { not: '' },
      joined_at: null,
      revoked_at: null,
      messages: { some: { kind: { in: [...TIMED] }, channel: 'email', sent_at: { not: null } } },
    },
    select: { id: true, recipient_email: true },
    orderBy: { id: 'asc' },
  });
  queueMessages(
    context,
    tx,
    told.map(({ id, recipient_email }) => ({
      session,
      participantId: id,
      kind: 'invite_cancelled',
      channel: 'email',
      recipient: recipient_email,
      dedupeKey: `cancelled:${id}:${tx.now.toISOString()}`,
      expiresAt: scheduled_for,
      awaitsCount: true,
    })),
  );
};

/** The kinds of messages that bring the time, and its entry for a calendar. */
const TIMED = ['invite', 'reminder_invitee_24h', 'reminder_invitee_1h'] as const;

type Which = { organisationId: string; sessionId: string };

/**
 * Erases the recipients and the secrets of some of a session's messages, and gives their number. Waiting messages are
 * not sent any more. Raw, for the batch.
 */
export const eraseMessages = (
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { organisationId, sessionId }: Which,
  limit: number,
): Promise<number> =>
  database.prisma.$executeRaw`
    update messages
    set recipient = '', secret_sealed = null, lease_until = null,
      cancelled_at = case when sent_at is null then coalesce(cancelled_at, ${clock.now()}) else cancelled_at end
    where ctid = any (array(
      select ctid from messages
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid and recipient <> ''
      limit ${limit}
      for update
    ))
  `;
