import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** The time for which counts are kept: longer than the longest window of messages. */
const KEPT_MS = 2 * 86_400_000;

export const cleanUpMessageWindows = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = BigInt(Math.floor((context.clock.now().getTime() - KEPT_MS) / 1000));
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from message_windows
      where ctid = any (array(
        select ctid from message_windows where window_start < ${before} order by window_start limit ${limit}
        for update skip locked
      ))
    `,
  );
};
