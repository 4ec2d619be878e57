import type { Context } from '../context.ts';
import { claimAttempts } from '../features/webhooks/dispatch/claim-attempts.ts';
import { deliverAttempt } from '../features/webhooks/dispatch/deliver-attempt.ts';
import { endLostAttempts } from '../features/webhooks/dispatch/end-lost-attempts.ts';
import { createTasks } from '../tasks.ts';

type DueJob = { id: string; identifier: string; payload: unknown };

/**
 * By the test's clock, with the jobs that follow, and every webhook that is due, until none is left. Returns the
 * identifiers in order, `deliver-webhook` for an attempt. A job that throws stays, and the error is thrown.
 */
export const runDueJobs = async (context: Context, { max = 1_000 } = {}): Promise<string[]> => {
  const tasks = createTasks(context);
  const ran: string[] = [];
  await endLostAttempts(context);
  while (ran.length < max) {
    const job = await takeDueJob(context);
    if (job) {
      await runJob(context, async () => tasks[job.identifier]!(job.payload, { job } as never), job.id);
      ran.push(job.identifier);
      continue;
    }
    const { attempts, nextLookAt } = await claimAttempts(context, 1);
    for (const attempt of attempts) {
      await deliverAttempt(context, attempt);
      ran.push('deliver-webhook');
    }
    if (attempts.length === 0 && !(nextLookAt && nextLookAt <= context.clock.now())) return ran;
  }
  throw new Error(`more than ${max} jobs: ${[...new Set(ran)].join(', ')}`);
};

const runJob = async (context: Context, run: () => Promise<unknown>, id: string): Promise<void> => {
  try {
    await run();
  } catch (error) {
    await context.database.pool.query("select graphile_worker.force_unlock_workers(array['test'])");
    throw error;
  }
  // complete_jobs() leaves a locked job, as this one is.
  await context.database.pool.query('delete from graphile_worker._private_jobs where id = $1', [id]);
};

const takeDueJob = async (context: Context): Promise<DueJob | undefined> => {
  const { rows } = await context.database.pool.query<DueJob>(
    `
    with due as (
      select id from graphile_worker._private_jobs
      where (run_at <= $1 or run_at in (created_at, updated_at)) and attempts < max_attempts and locked_at is null
      order by run_at, id
      limit 1
    )
    update graphile_worker._private_jobs j
    set locked_at = now(), locked_by = 'test'
    from due, graphile_worker._private_tasks t
    where j.id = due.id and t.id = j.task_id
    returning j.id::text, t.identifier, j.payload
    `,
    // The database gives its own now to a job without a time: that is when the job was written, and it is due.
    [context.clock.now()],
  );
  return rows[0];
};
