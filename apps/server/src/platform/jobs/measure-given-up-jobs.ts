import type { Context } from '../../context.ts';
import { throttle } from '../concurrency/throttle.ts';
import { countFacts, type GivenUpFacts } from './given-up-facts.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

type Measured = Pick<Context, 'clock' | 'database' | 'log' | 'metrics'>;

/**
 * The time for which a job that gave up is counted: an anchor of an authority that is no more must not alert for ever.
 */
const COUNTED_FOR_MS = 30 * 86_400_000;

/**
 * Measures for a scrape how much work of each kind gave up within 30 days, jobs and rows; 0 for a kind of which none
 * did. A database that is away fails no scrape: the values are left out.
 */
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
