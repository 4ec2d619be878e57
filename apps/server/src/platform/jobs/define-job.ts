import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { JobSpec } from '../database/effects.ts';
import type { Tx } from '../database/transact.ts';

/** The crontab hands over a payload of its own, such as the time; jobs that it starts need nothing of it. */
export const CrontabPayload = z
  .object({})
  .loose()
  .transform(() => ({}));

type AnyPayload = Record<string, string | number>;

/** A kind of background work, as who enqueues it knows it. Payloads carry ids and times, never secrets or personal data. */
export type JobKind<Payload extends object> = { id: string; payload: z.ZodType<Payload> };

/** A kind of background work with its function. */
export type Job<Payload extends object> = JobKind<Payload> & {
  run: (context: Context, payload: Payload) => Promise<void>;
};

/**
 * Declares a job for who enqueues it, when its code lies in a feature further up: `defineJob` adds the code there.
 */
export const declareJob = <Payload extends AnyPayload>(kind: JobKind<Payload>): JobKind<Payload> => kind;

export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job;

/**
 * Enqueues a job in the transaction of the fact that causes it. `key` replaces an earlier job of the
 * same task and key that has not started; it is prefixed, since graphile-worker's keys span all tasks. By the key a sweep
 * finds whether the work of a fact has a job (hasNoJob).
 */
export const enqueueJob = <Payload extends AnyPayload>(
  tx: Tx,
  job: JobKind<Payload>,
  { payload, key, ...when }: { payload: Payload; key: string } & JobSpec['when'],
): void => {
  tx.effects.jobs.push({ identifier: job.id, payload, job_key: `${job.id}:${key}`, when });
};
