import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Every process has long read a signal by then, even if its connection to the database broke. */
const KEPT_MS = 120_000;

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

export const eraseSignals = async (
  { database: { prisma } }: Pick<Context, 'database'>,
  { sessionId }: { sessionId: string },
): Promise<number> => {
  await prisma.mediaSignal.deleteMany({ where: { room: sessionId } });
  await prisma.mediaPeer.deleteMany({ where: { room: sessionId } });
  return 0;
};
