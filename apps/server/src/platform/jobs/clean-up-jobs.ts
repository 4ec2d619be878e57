import { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { GIVEN_UP_JOBS } from './given-up-jobs.ts';

/** Deletes the jobs that failed for the last time after a newer one had taken their place. */
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
