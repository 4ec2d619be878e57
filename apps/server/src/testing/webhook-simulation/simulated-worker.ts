import type { Context } from '../../context.ts';
import { claimAttempts, type ClaimedAttempt } from '../../features/webhooks/dispatch/claim-attempts.ts';
import { deliverAttempt } from '../../features/webhooks/dispatch/deliver-attempt.ts';
import { createTasks } from '../../tasks.ts';
import type { Exchange } from './simulated-receiver.ts';

/** A permit of a worker process: one attempt at a time, which halts while it waits for a receiver. */
export type Lane = {
  /** The attempt waits for this request. */
  exchange: Exchange | undefined;
  attempt: ClaimedAttempt | undefined;
  done: Promise<void>;
  start: (attempt: ClaimedAttempt) => Promise<void>;
  abandon: () => void;
};

export type SimulatedWorker = {
  name: string;
  lanes: Lane[];
  claim: (places: number) => Promise<ClaimedAttempt[]>;
  /** A job is, for example, the notice of a disabled endpoint. Returns the jobs' names. */
  runJobs: () => Promise<string[]>;
};

export const createSimulatedWorker = (
  context: Context,
  { name, organisationId, laneCount }: { name: string; organisationId: string; laneCount: number },
): SimulatedWorker => ({
  name,
  lanes: Array.from({ length: laneCount }, () => createLane(context)),
  claim: async (places) => (await claimAttempts(context, places)).attempts,
  runJobs: () => runJobs(context, organisationId),
});

const createLane = (context: Context): Lane => {
  let halt: (exchange: Exchange) => void = () => {};
  const safeFetch = Object.assign(
    (request: Exchange['request']) =>
      new Promise<Parameters<Exchange['answer']>[0]>((answer) => halt({ request, answer })),
    { close: async () => {} },
  );
  const forget = (): void => {
    lane.attempt = undefined;
    lane.exchange = undefined;
  };
  const lane: Lane = {
    exchange: undefined,
    attempt: undefined,
    done: Promise.resolve(),
    start: async (attempt) => {
      lane.attempt = attempt;
      const halted = new Promise<void>((resolve) => {
        halt = (exchange) => {
          lane.exchange = exchange;
          resolve();
        };
      });
      lane.done = deliverAttempt({ ...context, safeFetch }, attempt).then(forget);
      await Promise.race([halted, lane.done]);
    },
    abandon: forget,
  };
  return lane;
};

const runJobs = async (context: Context, organisationId: string): Promise<string[]> => {
  const { rows } = await context.database.pool.query<{ identifier: string; payload: unknown }>(
    `
    with due as (
      delete from graphile_worker._private_jobs
      where run_at <= $1 and payload ->> 'organisation_id' = $2
      returning *
    )
    select t.identifier, due.payload
    from due
    join graphile_worker._private_tasks t on t.id = due.task_id
    order by t.identifier, due.payload::text
    `,
    [context.clock.now(), organisationId],
  );
  const tasks = createTasks(context);
  for (const { identifier, payload } of rows) await tasks[identifier]!(payload, {} as never);
  return rows.map(({ identifier }) => identifier);
};
