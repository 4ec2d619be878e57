import type { Context } from '../context.ts';
import { createTasks } from '../tasks.ts';

/** Whenever a job is due. A job that throws is gone, as is one that is done. */
export const runJobsOf = async (context: Context, kind: string): Promise<void> => {
  const { rows } = await context.database.pool.query<{ payload: unknown }>(
    `
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = $1
    returning j.payload
    `,
    [kind],
  );
  const run = createTasks(context)[kind]!;
  for (const { payload } of rows) await run(payload, {} as never);
};
