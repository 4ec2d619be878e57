import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Milliseconds after which every process has long read a signal, even if its connection to the database broke. */
const KEPT_MS = 120_000;

/** Deletes the signals that all processes have read. Raw, for the batches: two processes at once do not wait. */
export const cleanUpSignals = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - KEPT_MS);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from media_signals
      where ctid = any (array(
        select ctid from media_signals where created_at < ${before} order by created_at limit ${limit}
        for update skip locked
      ))
    `,
  );
};

/** Deletes the signals of a session's room, before the sweep of each minute would; gives the number left. */
export const eraseSignals = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { sessionId }: { sessionId: string },
): Promise<number> => {
  await prisma.mediaSignal.deleteMany({ where: { room: sessionId } });
  await prisma.mediaPeer.deleteMany({ where: { room: sessionId } });
  return 0;
};
