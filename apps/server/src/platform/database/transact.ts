import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '#prisma';
import type { Clock } from '../clock.ts';
import { readDatabaseFailure } from '../read-database-failure.ts';
import { createShares, type Shares } from '../concurrency/create-shares.ts';
import type { Database } from './open-database.ts';
import { sharePlaces } from './pools/share-places.ts';

/**
 * One transaction and what it still has to write. Use cases read and change rows through `db`;
 * what follows from the fact (audit entries, events, jobs, the cached reply) is collected and
 * written by one last statement, so that the locks that everybody wants are held the shortest.
 * The rows of hot writes go with it, too: each statement less is a round trip less.
 */
export type Tx = {
  db: Prisma.TransactionClient;
  /** The database's time at the start; every row of the fact carries the same. */
  now: Date;
  jobs: JobSpec[];
  lastWrites: LastWrite[];
  /** Runs before the last statement, for what must be read under a lock first. */
  beforeCommit: (() => Promise<void>)[];
  /** What the transaction rests on, as `restOn` says; null where that is no one's right, or nothing was written. */
  right: Right | null;
  /** The session that it is about, where its request names none: what is kept of its reply goes with that. */
  sessionId: string | null;
};

/** What somebody may lose while a request of theirs is under way: an API key's credential, or their invite. */
export type RightName = { kind: 'credential' | 'participant'; id: string };

/**
 * A right: what its lock is called, and as the last statement judges it, a select of one boolean. It is true while the
 * right holds, and false where the right lives but is too small by now for what rests on it. There is no row where it is
 * gone. `refuse` is told whether it lives.
 */
export type Right = { name: RightName; holds: Prisma.Sql; refuse: (isAlive: boolean) => Error };

/** A job as graphile_worker.add_jobs takes it. */
export type JobSpec = {
  identifier: string;
  payload: Record<string, string | number>;
  run_at?: Date;
  job_key?: string;
  max_attempts?: number;
};

/** Common table expressions of the last statement, and the jobs that follow from their rows. */
export type LastWrite = {
  ctes: Prisma.Sql[];
  /** A select of (identifier text, payload json, run_at timestamptz, job_key text). */
  jobs?: Prisma.Sql;
  /** What must hold for anything to commit: true or false, of what the expressions have written. */
  condition?: { holds: Prisma.Sql; refuse: () => Promise<Error> };
};

/** Whose transactions share places, and those of which session, where it waits for one; see sharePlaces. */
export type Sharers = { organisationId?: string; sessionId?: string | undefined };

export type Transact = <T>(work: (tx: Tx) => Promise<T>, options?: { sharedBy: Sharers }) => Promise<T>;

/** For a place and a connection together. */
export const MAX_WAIT_MS = 4_000;
const MIN_WAIT_MS = 500;

export const createTransact = ({
  database,
  clock,
  places = createShares(sharePlaces(database.size).organisation),
}: {
  database: Database;
  clock: Clock;
  /** Of each organisation. */
  places?: Shares;
}): Transact => {
  const attempt = <T>(work: (tx: Tx) => Promise<T>, maxWait = MAX_WAIT_MS) =>
    database.prisma.$transaction(
      async (db) => {
        const tx: Tx = {
          db,
          now: clock.now(),
          jobs: [],
          lastWrites: [],
          beforeCommit: [],
          right: null,
          sessionId: null,
        };
        const result = await work(tx);
        for (const step of tx.beforeCommit) await step();
        await writeRows(tx);
        return result;
      },
      { maxWait, timeout: 15_000 },
    );
  const shareSession = createShares(sharePlaces(database.size).session);
  const attemptInPlace = <T>(work: (tx: Tx) => Promise<T>, { organisationId, sessionId }: Sharers) => {
    const endMs = performance.now() + MAX_WAIT_MS;
    const leftMs = () => Math.max(MIN_WAIT_MS, Math.round(endMs - performance.now()));
    const inConnection = () => attempt(work, leftMs());
    const inOrganisation = () =>
      organisationId === undefined
        ? inConnection()
        : places(organisationId, { waitMs: leftMs() }, inConnection);
    if (sessionId === undefined) return inOrganisation();
    // In lower case: a caller may spell an id either way. The session's place comes first: who waits for it holds none
    // of the organisation's.
    const key = `${organisationId ?? ''} ${sessionId.toLowerCase()}`;
    return shareSession(key, { waitMs: MAX_WAIT_MS }, inOrganisation);
  };
  return async (work, options) => {
    for (let tries = 1; ; tries++) {
      try {
        return await (options ? attemptInPlace(work, options.sharedBy) : attempt(work));
      } catch (error) {
        if (tries >= MAX_TRIES || !isWorthAnotherTry(error)) throw error;
        await sleep(tries * 20);
      }
    }
  };
};

const MAX_TRIES = 4;

/** Thrown where another transaction won: everything is rolled back and tried once more. */
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

/**
 * Writes what is collected by now, before the last statement: for the statements of a transaction that refer to its
 * rows. Jobs and the right are left to the last.
 */
export const writeCollected = (tx: Tx): Promise<void> =>
  writeRows({ db: tx.db, lastWrites: tx.lastWrites.splice(0), jobs: [], right: null });

/**
 * The last statement of a transaction: raw, since it is one round trip for rows of several tables. It judges the
 * right and the conditions, too: where one is gone, nothing commits.
 */
const writeRows = async (tx: Pick<Tx, 'db' | 'lastWrites' | 'jobs' | 'right'>): Promise<void> => {
  const ctes = tx.lastWrites.flatMap((write) => write.ctes);
  const jobs = tx.lastWrites.flatMap((write) => (write.jobs ? [write.jobs] : []));
  if (tx.jobs.length > 0) jobs.push(selectJobs(tx.jobs));
  if (jobs.length > 0) ctes.push(addJobs(jobs));
  if (tx.right) ctes.push(Prisma.sql`held as (${tx.right.holds})`);
  if (ctes.length === 0) return;
  // The conditions come first: every transaction takes what they lock before what its other expressions do.
  const conditions = tx.lastWrites.flatMap(({ condition }) => (condition ? [condition] : []));
  const rows = await tx.db.$queryRaw<{ met: boolean[]; held: boolean | null }[]>`
    with ${Prisma.join(ctes, ',\n')}
    select array[${joinConditions(conditions)}]::boolean[] as met,
      ${jobs.length > 0 ? Prisma.sql`(select added from jobs)` : Prisma.sql`0`} as added,
      ${tx.right ? Prisma.sql`(table held)` : Prisma.sql`true`} as held
  `;
  const { met, held } = rows[0]!;
  if (!held) throw tx.right!.refuse(held === false);
  const missed = conditions[met.indexOf(false)];
  if (missed) throw await missed.refuse();
};

const joinConditions = (conditions: { holds: Prisma.Sql }[]): Prisma.Sql =>
  conditions.length === 0 ? Prisma.empty : Prisma.join(conditions.map(({ holds }) => holds));

// One call for all jobs of the transaction: each call costs half a millisecond of the database, and its
// NOTIFY serialises commits.
const addJobs = (jobs: Prisma.Sql[]): Prisma.Sql => Prisma.sql`
  jobs as (
    select count(*)::int as added
    from graphile_worker.add_jobs((
      select coalesce(array_agg((
        j.identifier, j.payload, null, j.run_at, 25, j.job_key, null, null
      )::graphile_worker.job_spec), '{}')
      from (${Prisma.join(jobs, '\nunion all\n')}) j (identifier, payload, run_at, job_key)
    ))
  )`;

const selectJobs = (jobs: JobSpec[]): Prisma.Sql => Prisma.sql`
  select s.identifier, s.payload, s.run_at, s.job_key
  from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb)
    as s (identifier text, payload json, run_at timestamptz, job_key text)`;
