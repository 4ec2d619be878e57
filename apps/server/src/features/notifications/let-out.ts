import type { Context } from '../../context.ts';
import { enqueueJob } from '../../platform/jobs/define-job.ts';
import type { ClaimedMessage } from './claim-message.ts';
import { countMessages, MessageLimitError } from './exports/count-messages.ts';
import { sendMessageJob } from './exports/queue-messages.ts';
import { worthUntil } from './judge-message.ts';

/**
 * Counts a message that no request has counted, once, however often it is tried. Over a limit it waits for the next
 * window, or for the end of its own time, which its job then tells.
 */
export const letOut = async (context: Context, message: ClaimedMessage): Promise<boolean> => {
  try {
    return await count(context, message);
  } catch (error) {
    if (!(error instanceof MessageLimitError)) throw error;
    await waitUntil(context, message, error.resetAt);
    return false;
  }
};

const count = (context: Context, { organisation_id, id, attempt, kind, recipient }: ClaimedMessage) =>
  context.transact(async (tx) => {
    // Who stops it, or claims it when this attempt's lease is over, finds it counted or finds it waiting.
    const { count: claimed } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt, awaits_count: true, cancelled_at: null },
      data: { awaits_count: false },
    });
    if (claimed === 0) return false;
    await countMessages(context, tx, { organisationId: organisation_id, messages: [{ kind, recipient }] });
    return true;
  });

const waitUntil = (context: Context, message: ClaimedMessage, resetAt: Date): Promise<void> =>
  context.transact(async (tx) => {
    const { organisation_id, id, attempt } = message;
    const { count: released } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt },
      data: { lease_until: null },
    });
    if (released === 0) return;
    const until = worthUntil(message);
    const runAt = until && until < resetAt ? until : resetAt;
    enqueueJob(tx, sendMessageJob, { payload: { organisation_id, message_id: id }, runAt, key: id });
  });
