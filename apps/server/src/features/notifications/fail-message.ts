import type { MessageFailure } from '@field-inspection/contract';
import type { Message } from '#prisma';
import type { Context } from '../../context.ts';
import type { ClaimedMessage } from './claim-message.ts';
import { publishFailedMessage } from './publish-failed-message.ts';
import type { Tx } from '../../platform/database/transact.ts';

/** Gives up a message and publishes its failure, once; an attempt that lost its lease changes nothing. */
export const failMessage = (
  context: Context,
  message: ClaimedMessage,
  reason: MessageFailure,
): Promise<void> =>
  context.transact(async (tx) => {
    const { organisation_id, id, attempt } = message;
    const mayTell = await lockUnredacted(tx, message);
    const { count } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt, sent_at: null, cancelled_at: null },
      data: {
        cancelled_at: tx.now,
        secret_sealed: null,
        lease_until: null,
        fate: 'failed',
        fate_at: tx.now,
        fate_reason: reason,
      },
    });
    if (count > 0) publishFailedMessage(context, tx, { message, status: 'failed', reason, mayTell });
  });

/**
 * Says whether an event may tell a message's fate. It locks the session before the message, in the order in which a
 * session's end does: an event written after a redaction has erased the others would stay, with a part of the address
 * in it. Raw, since Prisma can't lock.
 */
export const lockUnredacted = async (
  { db }: Pick<Tx, 'db'>,
  { organisation_id, session_id }: Pick<Message, 'organisation_id' | 'session_id'>,
): Promise<boolean> => {
  if (session_id === null) return false;
  const [session] = await db.$queryRaw<{ is_redacted: boolean }[]>`
    select redacted_at is not null as is_redacted from sessions
    where organisation_id = ${organisation_id}::uuid and id = ${session_id}::uuid
    for no key update
  `;
  return session?.is_redacted === false;
};
