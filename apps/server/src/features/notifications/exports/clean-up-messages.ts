import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/**
 * Deletes messages, with whom they went to, a while after they were over: sent, cancelled, or never sent and not worth
 * it any more. The chain tells of invites by itself and points to no message. Raw, for the batches and for the index.
 */
export const cleanUpMessages = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - context.config.messageRetentionMs);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from messages
      where ctid = any (array(
        select ctid from messages
        where coalesce(sent_at, cancelled_at, expires_at, created_at) < ${before}
        order by coalesce(sent_at, cancelled_at, expires_at, created_at)
        limit ${limit}
        for update skip locked
      ))
    `,
  );
};
