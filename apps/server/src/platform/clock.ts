import { performance } from 'node:perf_hooks';
import type pg from 'pg';

/** The database's time, on which several machines agree (docs/decisions/0005). */
export type Clock = { now: () => Date };

/** The offset is measured at once and on each `refresh`. */
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

/** A round trip this short is good enough: the offset is off by half of it at most. */
const SHORT_MS = 20;
const MAX_SAMPLES = 5;

// A wait for a connection, or for a processor, shifts the offset by half of it. So the sample with the shortest round
// trip counts (the clock filter of RFC 5905, section 10).
const measureOffset = async (pool: Pick<pg.Pool, 'query'>): Promise<number> => {
  let best = await takeSample(pool);
  for (let taken = 1; taken < MAX_SAMPLES && best.roundTripMs > SHORT_MS; taken++) {
    const sample = await takeSample(pool);
    if (sample.roundTripMs < best.roundTripMs) best = sample;
  }
  return best.offsetMs;
};

const takeSample = async (pool: Pick<pg.Pool, 'query'>) => {
  const before = localMs();
  const { rows } = await pool.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  );
  const after = localMs();
  return { offsetMs: Number(rows[0]?.ms) - (before + after) / 2, roundTripMs: after - before };
};

export const hostClock: Clock = { now: () => new Date(localMs()) };
