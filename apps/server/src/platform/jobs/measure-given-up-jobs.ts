import type { Context } from '../../context.ts';
import { throttle } from '../concurrency/throttle.ts';
import { countFacts, type GivenUpFacts } from './given-up-facts.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

type Measured = Pick<Context, 'clock' | 'database' | 'log' | 'metrics'>;

/**
 * Measures for a scrape how much work of each kind gave up, jobs and rows; 0 for a kind of which none did. A database that is away
 * fails no scrape: the values are left out.
 */
export const measureGivenUpJobs = (
  context: Measured,
  facts: readonly GivenUpFacts[],
): (() => Promise<void>) => throttle(context, () => measure(context, facts));

const measure = async (context: Measured, facts: readonly GivenUpFacts[]): Promise<void> => {
  const { database, log, metrics } = context;
  try {
    const { rows } = await database.pool.query<{ task: string; count: number }>(`
      select k.identifier as task, coalesce(g.count, 0) as count
      from graphile_worker._private_tasks k
      left join (select j.task_id, count(*)::int as count from ${GIVEN_UP_JOBS} group by j.task_id) g
        on g.task_id = k.id
    `);
    const counted = await countFacts(context, facts);
    metrics.jobsGivenUp.reset();
    for (const { task, count } of rows) metrics.jobsGivenUp.set({ task }, count);
    for (const { kind, count } of counted) metrics.jobsGivenUp.inc({ task: kind }, count);
  } catch (error) {
    log.warn({ err: error }, 'the work that gave up could not be measured');
    metrics.jobsGivenUp.reset();
  }
};
