import type { MessageFailure } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { ClaimedMessage } from './claim-message.ts';
import { lockUnredacted } from './lock-unredacted.ts';
import { publishFailedMessage } from './publish-failed-message.ts';

/** Gives up a message, and tells of it, once; an attempt that lost its lease changes nothing. */
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
