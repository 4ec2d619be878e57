import type { Context } from '../context.ts';
import { createTasks } from '../tasks.ts';
import { runTask } from './run-due-jobs.ts';

type TakenJob = { id: string; identifier: string; payload: unknown };

/**
 * Runs the jobs that are due by the lanes' clock, and those that they enqueue, until none is left: each lane
 * one at a time and all lanes at once, as so many worker processes with a concurrency of one would. Returns
 * how many ran.
 *
 * @param options `organisationId`: only the jobs of one tenant
 */
export const runJobsInLanes = async (
  lanes: Context[],
  { organisationId }: { organisationId?: string } = {},
): Promise<number> => {
  let ran = 0;
  let running = 0;
  let jobEnded = Promise.withResolvers<void>();
  const work = async (context: Context): Promise<void> => {
    const tasks = createTasks(context);
    for (;;) {
      const nextEnd = jobEnded.promise;
      const job = await takeJob(context, organisationId);
      if (!job) {
        // Who still runs a job takes what it enqueues.
        if (running === 0) return;
        await nextEnd;
        continue;
      }
      running += 1;
      await runTask(tasks, job);
      await context.database.pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id]);
      ran += 1;
      running -= 1;
      jobEnded.resolve();
      jobEnded = Promise.withResolvers();
    }
  };
  await Promise.all(lanes.map(work));
  return ran;
};

const takeJob = async (
  { clock, database }: Context,
  organisationId: string | undefined,
): Promise<TakenJob | undefined> => {
  const { rows } = await database.pool.query<TakenJob>(
    `
    with due as (
      select id from graphile_worker._private_jobs
      where run_at <= $1 and locked_at is null
        and ($2::text is null or coalesce(payload -> 0, payload) ->> 'organisation_id' = $2)
      order by run_at, id
      limit 1
      for update skip locked
    )
    update graphile_worker._private_jobs j
    set locked_at = now(), locked_by = 'lane'
    from due, graphile_worker._private_tasks t
    where j.id = due.id and t.id = j.task_id
    returning j.id::text, t.identifier, j.payload
    `,
    // Jobs without a time of their own are due at the database's now, which a fake clock may be behind.
    [new Date(Math.max(clock.now().getTime(), Date.now() + 1_000)), organisationId ?? null],
  );
  return rows[0];
};
