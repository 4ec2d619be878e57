import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { readDatabaseFailure } from '../read-database-failure.ts';

/** Rows that a statement deletes at most, so that no clean-up holds a lock for long. */
const BATCH = 5_000;

/** The fewest rows of a statement. A disk that needs too long for so few lets the clean-up fail. */
const BATCH_MIN = 50;

/** Milliseconds for which a clean-up may keep the others waiting; the next hour has the rest. */
const TIME_MS = 300_000;

/** PostgreSQL ended a statement that took longer than `statement_timeout`. */
const TIMED_OUT = '57014';

/**
 * Runs a statement that looks at no more than so many rows, each time as a transaction, until it finds fewer or its time
 * is up. One that the database ends for its time is tried again with a tenth of the rows: on a slow disk it would fail
 * each hour anew, and get nowhere.
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

/**
 * Deletes the rows of a table that are over, in the order of an index. Raw, for the batches: two processes at once do
 * not wait for each other.
 */
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
