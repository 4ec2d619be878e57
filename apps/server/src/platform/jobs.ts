import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from './transact.ts';

/** A kind of background work. Payloads carry ids and times, never secrets or personal data. */
export type Job<Payload extends object> = {
  id: string;
  payload: z.ZodType<Payload>;
  run: (context: Context, payload: Payload) => Promise<void>;
};

export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job;

/**
 * Enqueues a job in the transaction of the fact that causes it. `key` replaces an earlier job of the
 * same task and key that has not started; it is prefixed, since graphile-worker's keys span all tasks.
 */
export const enqueueJob = <Payload extends Record<string, string | number>>(
  tx: Tx,
  job: Job<Payload>,
  { payload, runAt, key }: { payload: Payload; runAt?: Date; key?: string },
): void => {
  tx.jobs.push({
    identifier: job.id,
    payload,
    ...(runAt ? { run_at: runAt } : {}),
    ...(key ? { job_key: `${job.id}:${key}` } : {}),
  });
};
