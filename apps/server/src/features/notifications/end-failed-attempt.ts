import type { Context } from '../../context.ts';
import { MessageRefusedError } from '../../platform/messages/message-refused-error.ts';
import { describeCauses } from '../../platform/describe-causes.ts';
import { enqueueJob } from '../../platform/jobs/define-job.ts';
import type { ClaimedMessage } from './claim-message.ts';
import { sendMessageJob } from './exports/queue-messages.ts';
import { failMessage } from './publish-failed-message.ts';
import { worthUntil } from './judge-message.ts';

/** Milliseconds for which a message of a session or a member is tried, so that people who wait hear soon. */
export const TRIED_FOR_MS = 15 * 60_000;

/**
 * Ends an attempt that sent nothing. A message that is refused for good fails at once, and one that is still not taken
 * 15 minutes after its first failure fails then. All others are tried again: the error is thrown, so the queue retries.
 */
export const endFailedAttempt = async (
  context: Context,
  message: ClaimedMessage,
  error: unknown,
): Promise<void> => {
  const { id } = message;
  if (error instanceof MessageRefusedError) {
    context.log.warn({ message_id: id, causes: describeCauses(error) }, 'message refused for good');
    return failMessage(context, message, error.reason);
  }
  if (isLastTry(message, context.clock.now())) {
    context.log.warn({ message_id: id, causes: describeCauses(error) }, 'message not taken in 15 minutes');
    return failMessage(context, message, 'unreachable');
  }
  // If this fails, too, the lease runs out by itself.
  await keepTrying(context, message).catch(() => {});
  throw error;
};

// Messages about a webhook endpoint are not urgent: they are tried as long as the queue tries anything.
const isLastTry = ({ endpoint_id, failing_since }: ClaimedMessage, now: Date): boolean =>
  endpoint_id === null && failing_since !== null && now.getTime() - failing_since.getTime() >= TRIED_FOR_MS;

// Ends the lease, so that the next try can claim the message. The queue waits longer and longer between tries, so a
// job of its own makes the last try when it is due.
const keepTrying = (context: Context, message: ClaimedMessage): Promise<void> =>
  context.transact(async (tx) => {
    const { organisation_id, id, attempt, endpoint_id } = message;
    const failing_since = message.failing_since ?? tx.now;
    const { count } = await tx.db.message.updateMany({
      where: { organisation_id, id, attempt_count: attempt },
      data: { lease_until: null, failing_since },
    });
    if (count === 0 || message.failing_since || endpoint_id !== null) return;
    const last = new Date(failing_since.getTime() + TRIED_FOR_MS);
    const until = worthUntil(message);
    enqueueJob(tx, sendMessageJob, {
      payload: { organisation_id, message_id: id },
      runAt: until && until < last ? until : last,
      key: `${id}:last`,
    });
  });
