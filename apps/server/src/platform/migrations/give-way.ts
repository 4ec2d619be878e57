import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigError } from '../../config/read-config.ts';

export type Manners = { lockTimeoutMs: number; pauseMs: number; patienceMs: number };

/** A waiting statement holds up all later ones, and a write of the service gives up after 4 s. */
export const MANNERS: Manners = { lockTimeoutMs: 500, pauseMs: 1_000, patienceMs: 300_000 };

/** A lock that was not had in time, or a circle of waits that PostgreSQL broke up. */
const LOST = ['55P03', '40P01'];

/**
 * Does work that locks tables in use, which must leave nothing behind when it fails. It waits for a lock for a moment
 * only, and tries all again after a pause, so that no request of a running
 * process waits behind it for longer than that moment. What it has locked it keeps until it is done.
 *
 * @throws {ConfigError} when there was no moment for it within the patience
 */
export const giveWay = async <Result>(
  client: pg.Client,
  work: () => Promise<Result>,
  { lockTimeoutMs, pauseMs, patienceMs }: Manners = MANNERS,
): Promise<Result> => {
  const deadline = performance.now() + patienceMs;
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLost(error)) throw error;
      await client.query('rollback');
      if (performance.now() > deadline) throw refuse(error, patienceMs);
      await sleep(pauseMs);
    }
  }
};

const isLost = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return LOST.includes(code ?? '') || (cause !== undefined && isLost(cause));
};

const refuse = (cause: unknown, patienceMs: number): ConfigError =>
  new ConfigError(
    `A table that is to be changed was in use for ${patienceMs / 1000} s: ${(cause as Error).message}. ` +
      'Nothing was changed. Look in pg_stat_activity for a transaction that stays open, end it, and start again.',
    { cause },
  );
