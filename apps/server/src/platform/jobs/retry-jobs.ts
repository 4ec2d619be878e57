import type { Context } from '../../context.ts';
import { RETRY_BATCH, retryFacts, type GivenUpFacts } from './given-up-facts.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

/** Has work that gave up tried again from the start, at once: one, or all of a kind. Answers how much there was. */
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
