import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { readDatabaseFailure } from '../read-database-failure.ts';

/** The most rows of a statement, so that no clean-up holds a lock for long. */
const BATCH = 5_000;

/** The fewest rows of a statement: a disk too slow for these fails the clean-up. */
const BATCH_MIN = 50;

/** Milliseconds of a clean-up, for which others wait; the next hour has the rest. */
const TIME_MS = 300_000;

/** PostgreSQL ended a statement at its `statement_timeout`. */
const TIMED_OUT = '57014';

/**
 * Repeats a statement, each time as a transaction, until it finds fewer rows or its time is up. A statement that the
 * database ends for its time is tried again with a tenth of the rows: on a slow disk it would fail each hour anew.
 */
export const deleteInBatches = async (
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  deleteSome: (db: Context['database']['prisma'], limit: number) => Promise<number>,
): Promise<void> => {
  const endMs = clock.now().getTime() + TIME_MS;
  let limit = BATCH;
  do {
    try {
      if ((await deleteSome(database.prisma, limit)) < limit) return;
    } catch (error) {
      if (readDatabaseFailure(error)?.code !== TIMED_OUT || limit === BATCH_MIN) throw error;
      limit = Math.max(BATCH_MIN, limit / 10);
    }
  } while (clock.now().getTime() < endMs);
};

/** Raw, for the batches: two processes at once do not wait for each other. */
export const deleteOver = (
  context: Pick<Context, 'clock' | 'database'>,
  { table, over, by }: { table: string; over: Prisma.Sql; by: string },
): Promise<void> => {
  const [name, order] = [Prisma.raw(table), Prisma.raw(by)];
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from ${name}
      where ctid = any (array(
        select ctid from ${name} where ${over} order by ${order} limit ${limit}
        for update skip locked
      ))
    `,
  );
};
