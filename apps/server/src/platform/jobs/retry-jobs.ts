import type { Context } from '../../context.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

/** Has jobs that gave up tried again from the start, at once: one, or all of a kind. Answers how many there were. */
export const retryJobs = async (
  { database }: Pick<Context, 'database'>,
  which: { id: string } | { kind: string },
): Promise<{ retried: number }> => {
  const [column, value] = 'id' in which ? ['j.id::text', which.id] : ['t.identifier', which.kind];
  const { rowCount } = await database.pool.query(
    `
    select from graphile_worker.reschedule_jobs(
      array(select j.id from ${GIVEN_UP_JOBS} and ${column} = $1),
      run_at := now(),
      attempts := 0
    )
    `,
    [value],
  );
  return { retried: rowCount ?? 0 };
};
