import type { Context } from '../../context.ts';
import { retryFacts, type GivenUpFacts } from './given-up-facts.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

/** Has work that gave up tried again from the start, at once: one, or all of a kind. Answers how much there was. */
export const retryJobs = async (
  context: Pick<Context, 'database' | 'transact'>,
  facts: readonly GivenUpFacts[],
  which: { id: string } | { kind: string },
): Promise<{ retried: number }> => {
  const [column, value] = 'id' in which ? ['j.id::text', which.id] : ['t.identifier', which.kind];
  const { rowCount } = await context.database.pool.query(
    `
    select from graphile_worker.reschedule_jobs(
      array(select j.id from ${GIVEN_UP_JOBS} and ${column} = $1),
      run_at := now(),
      attempts := 0
    )
    `,
    [value],
  );
  return { retried: (rowCount ?? 0) + (await retryFacts(context, facts, which)) };
};
