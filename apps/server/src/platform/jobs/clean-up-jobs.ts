import type { Context } from '../../context.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

/** Deletes the jobs that failed for the last time after a newer one had taken their place. */
export const cleanUpJobs = async ({ database }: Pick<Context, 'database'>): Promise<void> => {
  await database.pool.query(`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null
      and id not in (select j.id from ${GIVEN_UP_JOBS})
  `);
};
