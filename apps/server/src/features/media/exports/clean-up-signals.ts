import type { Context } from '../../../context.ts';

/** Every process has read a signal long before, also after its connection to the database broke. */
const KEPT_MS = 120_000;

/** So many rows are deleted by one statement: it holds no lock for long, whatever a flood has left. */
const BATCH = 5_000;

/** Deletes the signals that everybody has heard, step by step. */
export const cleanUpSignals = async ({
  clock,
  database,
}: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  for (;;) {
    // Raw, since Prisma knows no limit of a deletion. Of two processes that delete at once, none waits for the other.
    const deleted = await database.prisma.$executeRaw`
      delete from media_signals
      where ctid = any (array(
        select ctid from media_signals where created_at < ${before} order by created_at limit ${BATCH}
        for update skip locked
      ))
    `;
    if (deleted < BATCH) return;
  }
};
