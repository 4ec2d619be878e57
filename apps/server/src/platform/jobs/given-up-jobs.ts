import type { Context } from '../../context.ts';
import { hidePersonal } from '../describe-causes.ts';
import { type GivenUpFacts, RETRY_BATCH, countFacts, listFacts, retryFacts } from './given-up-facts.ts';
import { Prisma } from '#prisma';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { throttle } from '../concurrency/throttle.ts';

/**
 * Jobs that failed for the last time: of graphile-worker's 25 tries, which take three days, or of the crontab's three.
 * A job without a key was replaced by a newer one while it ran, and the next run by the clock replaces a run; for ten
 * minutes a scrape can see that it failed.
 */
export const GIVEN_UP_JOBS = `
  graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_known_crontabs c on c.identifier = t.identifier
  where j.attempts >= j.max_attempts and j.locked_at is null
    and (
      j.key is not null
      or (j.payload #>> '{_cron,ts}')::timestamptz >= c.last_execution
      or (j.payload #>> '{_cron,ts}' is not null and j.created_at > clock_timestamp() - interval '10 minutes')
    )`;

export type GivenUpJob = {
  id: string;
  kind: string;
  about: string;
  since: Date;
  tries: number;
  error: string;
};

const LIMIT = 1_000;
const ERROR_LENGTH = 500;

/** The first thousand jobs in the order in which they were enqueued; then as many rows of each kind. */
export const listGivenUpJobs = async (
  context: Pick<Context, 'database' | 'clock'>,
  facts: readonly GivenUpFacts[],
): Promise<GivenUpJob[]> => {
  const { database } = context;
  const { rows } = await database.pool.query<Omit<GivenUpJob, 'about'> & { about: unknown }>(`
    select j.id::text as id, t.identifier as kind, j.payload as about, j.created_at as since, j.attempts as tries,
      coalesce(j.last_error, 'The process that ran it died.') as error
    from ${GIVEN_UP_JOBS}
    order by j.id
    limit ${LIMIT}
  `);
  return [...rows, ...(await listFacts(context, facts, LIMIT))].map(({ about, error, ...job }) => ({
    ...job,
    about: describeSubject(about),
    error: hidePersonal(error).slice(0, ERROR_LENGTH),
  }));
};

const describeSubject = (about: unknown): string =>
  Object.entries(about ?? {})
    .filter(([name]) => name !== '_cron')
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');

/** Retries a job, or all of a kind, from the start and at once. Gives the number. */
export const retryJobs = async (
  context: Pick<Context, 'clock' | 'database' | 'transact'>,
  facts: readonly GivenUpFacts[],
  which: { id: string } | { kind: string },
): Promise<{ retried: number }> => {
  const [column, value] = 'id' in which ? ['j.id::text', which.id] : ['t.identifier', which.kind];
  let retried = 0;
  for (;;) {
    const { rowCount } = await context.database.pool.query(
      `
      select from graphile_worker.reschedule_jobs(
        array(select j.id from ${GIVEN_UP_JOBS} and ${column} = $1 limit ${RETRY_BATCH}),
        run_at := now(),
        attempts := 0
      )
      `,
      [value],
    );
    retried += rowCount ?? 0;
    if ((rowCount ?? 0) < RETRY_BATCH) break;
  }
  return { retried: retried + (await retryFacts(context, facts, which)) };
};

export const cleanUpJobs = (context: Pick<Context, 'clock' | 'database'>): Promise<void> =>
  deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from graphile_worker._private_jobs
      where ctid = any (array(
        select ctid from graphile_worker._private_jobs
        where attempts >= max_attempts and locked_at is null
          and id not in (select j.id from ${Prisma.raw(GIVEN_UP_JOBS)})
        limit ${limit}
        for update skip locked
      ))
    `,
  );

type Measured = Pick<Context, 'clock' | 'database' | 'log' | 'metrics'>;

/** A job that gave up counts for so long: an authority that is no more must not alert for ever. */
const COUNTED_FOR_MS = 30 * 86_400_000;

/** Within 30 days; 0 for a kind without any. Without a database the values are left out. */
export const measureGivenUpJobs = (
  context: Measured,
  facts: readonly GivenUpFacts[],
): (() => Promise<void>) => throttle(context, () => measure(context, facts));

const measure = async (context: Measured, facts: readonly GivenUpFacts[]): Promise<void> => {
  const { clock, database, log, metrics } = context;
  try {
    // A job that fails is planned for less than a day later, also the last time.
    const { rows } = await database.pool.query<{ task: string; count: number }>(
      `
      select k.identifier as task, coalesce(g.count, 0) as count
      from graphile_worker._private_tasks k
      left join (
        select j.task_id, count(*)::int as count
        from ${GIVEN_UP_JOBS} and j.run_at > clock_timestamp() - make_interval(secs => $1)
        group by j.task_id
      ) g on g.task_id = k.id
      `,
      [COUNTED_FOR_MS / 1_000],
    );
    const counted = await countFacts(context, facts, new Date(clock.now().getTime() - COUNTED_FOR_MS));
    metrics.jobsGivenUp.reset();
    for (const { task, count } of rows) metrics.jobsGivenUp.set({ task }, count);
    for (const { kind, count } of counted) metrics.jobsGivenUp.inc({ task: kind }, count);
  } catch (error) {
    log.warn({ err: error }, 'the work that gave up could not be measured');
    metrics.jobsGivenUp.reset();
  }
};
