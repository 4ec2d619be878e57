import type { Context } from '../../context.ts';

/** At most this many rows a statement, so that no clean-up holds a lock for long. */
const BATCH = 5_000;

/** No clean-up keeps the others waiting for longer; what is left is the next hour's. */
const TIME_MS = 300_000;

/** Runs a statement that handles at most so many rows, each time as a transaction, until it finds fewer or its time is up. */
export const deleteInBatches = async (
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  deleteSome: (db: Context['database']['prisma'], limit: number) => Promise<number>,
): Promise<void> => {
  const endMs = clock.now().getTime() + TIME_MS;
  while ((await deleteSome(database.prisma, BATCH)) === BATCH && clock.now().getTime() < endMs);
};
