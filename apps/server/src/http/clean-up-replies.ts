import type { Context } from '../context.ts';
import { deleteInBatches } from '../platform/database/delete-in-batches.ts';

/** Deletes the cached replies whose time is over. Raw, for the batches and for the index. */
export const cleanUpReplies = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from idempotency_keys
      where ctid = any (array(
        select ctid from idempotency_keys where expires_at <= ${context.clock.now()} order by expires_at limit ${limit}
        for update skip locked
      ))
    `,
  );
