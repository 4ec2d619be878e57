import type { Context } from '../../context.ts';

/** At most this many rows a statement, so that no clean-up holds a lock for long. */
const BATCH = 5_000;

/** Runs a statement that deletes at most so many rows, until it finds fewer. */
export const deleteInBatches = async (
  { database }: Pick<Context, 'database'>,
  deleteSome: (db: Context['database']['prisma'], limit: number) => Promise<number>,
): Promise<void> => {
  while ((await deleteSome(database.prisma, BATCH)) === BATCH);
};
