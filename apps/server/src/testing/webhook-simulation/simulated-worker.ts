import type { Context } from '../../context.ts';
import { createTasks } from '../../tasks.ts';
import type { Exchange } from './simulated-receiver.ts';

/** `name`: of the delivery, `e1#3`, or of the job where it is about none. */
export type TakenJob = { id: string; identifier: string; payload: unknown; name: string };

/** One place of a worker process: it runs one job at a time, which halts where it waits for a receiver. */
export type Lane = {
  /** The request that its job waits for. */
  exchange: Exchange | undefined;
  job: TakenJob | undefined;
  done: Promise<void>;
  start: (job: TakenJob) => Promise<void>;
  /** Forgets its job, as a killed process does. */
  abandon: () => TakenJob;
};

/** A worker process: lanes that share its connections and its batches. */
export type SimulatedWorker = { name: string; lanes: Lane[]; takeJobs: (max: number) => Promise<TakenJob[]> };

export const createSimulatedWorker = (
  context: Context,
  { name, organisationId, laneCount }: { name: string; organisationId: string; laneCount: number },
): SimulatedWorker => ({
  name,
  lanes: Array.from({ length: laneCount }, () => createLane(context)),
  takeJobs: async (max) => {
    await splitJobs(context, organisationId);
    return takeJobs(context, organisationId, max);
  },
});

const createLane = (context: Context): Lane => {
  let halt: (exchange: Exchange) => void = () => {};
  const safeFetch = Object.assign(
    (request: Exchange['request']) =>
      new Promise<Parameters<Exchange['answer']>[0]>((answer) => halt({ request, answer })),
    { close: async () => {} },
  );
  const tasks = createTasks({ ...context, safeFetch });
  const complete = async (job: TakenJob): Promise<void> => {
    await tasks[job.identifier]!(job.payload, {} as never);
    await context.database.pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id]);
    lane.job = undefined;
    lane.exchange = undefined;
  };
  const lane: Lane = {
    exchange: undefined,
    job: undefined,
    done: Promise.resolve(),
    start: async (job) => {
      lane.job = job;
      const halted = new Promise<void>((resolve) => {
        halt = (exchange) => {
          lane.exchange = exchange;
          resolve();
        };
      });
      lane.done = complete(job);
      await Promise.race([halted, lane.done]);
    },
    abandon: () => {
      const job = lane.job!;
      lane.job = undefined;
      lane.exchange = undefined;
      return job;
    },
  };
  return lane;
};

// A lane has one delivery at a time. graphile-worker runs those of a list at the same time, and none depends on
// another: as jobs of their own they are as many lanes.
const splitJobs = async ({ database }: Context, organisationId: string): Promise<void> => {
  await database.pool.query(
    `
    with lists as (
      delete from graphile_worker._private_jobs
      where json_typeof(payload) = 'array' and payload -> 0 ->> 'organisation_id' = $1
      returning *
    )
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, key)
    select l.task_id, item, l.run_at, l.max_attempts, 'deliver-webhook:' || (item ->> 'delivery_id') || ':0'
    from lists l, json_array_elements(l.payload) item
    `,
    [organisationId],
  );
};

// In an order that the run determines, not chance: ids of jobs and deliveries are the database's own.
const takeJobs = async (
  { clock, database }: Context,
  organisationId: string,
  max: number,
): Promise<TakenJob[]> => {
  const { rows } = await database.pool.query<TakenJob>(
    `
    with due as (
      select j.id, d.next_attempt_at, d.sequence, w.url, t.identifier
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join webhook_deliveries d
        on d.organisation_id = $2::uuid and d.id = (j.payload ->> 'delivery_id')::uuid
      left join webhook_endpoints w on w.organisation_id = $2::uuid and w.id = d.endpoint_id
      where j.run_at <= $1 and j.locked_at is null and j.payload ->> 'organisation_id' = ($2::uuid)::text
      order by d.next_attempt_at, w.url, d.sequence, t.identifier, j.payload::text
      limit $3
    ),
    taken as (
      update graphile_worker._private_jobs j
      set locked_at = now(), locked_by = 'simulated'
      from due
      where j.id = due.id
      returning j.id, j.payload
    )
    select due.id::text, due.identifier, taken.payload,
      coalesce(substring(due.url from '//(.*?)\\.') || '#' || due.sequence, due.identifier) as name
    from due
    join taken on taken.id = due.id
    order by due.next_attempt_at, due.url, due.sequence, due.identifier, taken.payload::text
    `,
    [clock.now(), organisationId, max],
  );
  return rows;
};
