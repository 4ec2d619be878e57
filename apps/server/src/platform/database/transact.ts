import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '#prisma';
import type { Clock } from '../clock.ts';
import { readDatabaseFailure } from '../read-database-failure.ts';
import { createShares, type Shares } from '../concurrency/create-shares.ts';
import type { Database } from './open-database.ts';
import type { Metrics } from '../metrics.ts';
import { inSpan } from '../tracing/trace.ts';
import { noEffects, type Effects } from './effects.ts';
import { sharePermits } from './pools/share-permits.ts';

/**
 * Use cases read and lock rows through `db`, and fill what follows into `effects`. One last statement writes that, so
 * that the locks that everybody wants are held the shortest. The rows of hot writes go with it: each statement less is
 * a round trip less.
 */
export type Tx = {
  db: Prisma.TransactionClient;
  /** The database's time at the start; every row of the fact carries the same. */
  now: Date;
  effects: Effects;
  /** For a request that names no session: the kept reply goes with the session. */
  sessionId: string | null;
};

export type Sharers = { organisationId?: string; sessionId?: string | undefined };

export type Transact = <T>(work: (tx: Tx) => Promise<T>, options?: { sharedBy: Sharers }) => Promise<T>;

/** Milliseconds for a permit and a connection together. */
export const MAX_WAIT_MS = 4_000;
const MIN_WAIT_MS = 500;

export const createTransact = ({
  database,
  clock,
  writeEffects,
  metrics,
  permits = createShares(sharePermits(database.size).organisation),
}: {
  database: Database;
  clock: Clock;
  writeEffects: (tx: Tx) => Promise<void>;
  permits?: Shares;
  metrics?: Pick<Metrics, 'databaseWaitSeconds'>;
}): Transact => {
  const attempt = <T>(work: (tx: Tx) => Promise<T>, maxWait = MAX_WAIT_MS) =>
    database.prisma.$transaction(
      async (db) => {
        const tx: Tx = { db, now: clock.now(), effects: noEffects(), sessionId: null };
        const result = await work(tx);
        await writeEffects(tx);
        return result;
      },
      { maxWait, timeout: 15_000 },
    );
  const shareSession = createShares(sharePermits(database.size).session);
  const attemptWithPermit = <T>(work: (tx: Tx) => Promise<T>, { organisationId, sessionId }: Sharers) => {
    const endMs = performance.now() + MAX_WAIT_MS;
    const leftMs = () => Math.max(MIN_WAIT_MS, Math.round(endMs - performance.now()));
    const inConnection = () => attempt(work, leftMs());
    const inOrganisation = () =>
      organisationId === undefined
        ? inConnection()
        : permits(organisationId, { waitMs: leftMs() }, inConnection);
    if (sessionId === undefined) return inOrganisation();
    // In lower case, since a caller may spell an id either way. The session's permit comes first, so that a waiting
    // call holds none of the organisation's.
    const key = `${organisationId ?? ''} ${sessionId.toLowerCase()}`;
    return shareSession(key, { waitMs: MAX_WAIT_MS }, inOrganisation);
  };
  const tryOften = async <T>(work: (tx: Tx) => Promise<T>, options?: { sharedBy: Sharers }): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        const timed = timeWait(work, metrics);
        return await (options ? attemptWithPermit(timed, options.sharedBy) : attempt(timed));
      } catch (error) {
        if (tries >= MAX_TRIES || !isWorthAnotherTry(error)) throw error;
        await sleep(tries * 20);
      }
    }
  };
  return (work, options) => inSpan(SPAN, () => tryOften(work, options));
};

/** A pool that is too small shows in the time until its transactions begin. */
const timeWait = <T>(
  work: (tx: Tx) => Promise<T>,
  metrics: Pick<Metrics, 'databaseWaitSeconds'> | undefined,
): ((tx: Tx) => Promise<T>) => {
  const stop = metrics?.databaseWaitSeconds.startTimer();
  return (tx) => {
    stop?.();
    return work(tx);
  };
};

const SPAN = { name: 'transaction', attributes: { 'db.system.name': 'postgresql' } };

const MAX_TRIES = 4;

/** Another transaction won: everything is rolled back and tried once more. */
export class LostRaceError extends Error {
  override name = 'LostRaceError';
}

// P2034: a deadlock or a serialisation failure, in Prisma's words. 0A000 and 26000: a kept plan that no longer fits.
const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof LostRaceError ||
  OUTDATED.has(readDatabaseFailure(error)?.code ?? '') ||
  (error instanceof Prisma.PrismaClientKnownRequestError &&
    (error.code === 'P2034' || /40P01|40001/.test(JSON.stringify(error.meta ?? {}))));

const OUTDATED = new Set(['0A000', '26000']);
