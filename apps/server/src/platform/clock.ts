import { performance } from 'node:perf_hooks';
import type pg from 'pg';

/** The database's time, so that several machines agree (docs/decisions/0005). */
export type Clock = { now: () => Date };

/** A clock that follows the database: the offset is measured at once and on each `refresh`. */
export const createDatabaseClock = async (pool: Pick<pg.Pool, 'query'>) => {
  let offsetMs = await measureOffset(pool);
  return {
    now: () => new Date(localMs() + offsetMs),
    refresh: async () => {
      offsetMs = await measureOffset(pool);
    },
  };
};

// performance.now() never steps, so a change of the host's clock between two refreshes does no harm.
const localMs = () => performance.timeOrigin + performance.now();

const measureOffset = async (pool: Pick<pg.Pool, 'query'>): Promise<number> => {
  const before = localMs();
  const { rows } = await pool.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  );
  const after = localMs();
  return Number(rows[0]?.ms) - (before + after) / 2;
};

/** This host's own time, for who asks whether it agrees with the database's. */
export const hostClock: Clock = { now: () => new Date(localMs()) };
