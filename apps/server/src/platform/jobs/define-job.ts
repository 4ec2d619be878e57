import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { JobSpec } from '../database/effects.ts';
import type { Tx } from '../database/transact.ts';

/** The crontab's own payload, such as the time; its jobs need nothing of it. */
export const CrontabPayload = z
  .object({})
  .loose()
  .transform(() => ({}));

type AnyPayload = Record<string, string | number>;

/** Payloads carry ids and times, never secrets or personal data. */
export type JobKind<Payload extends object> = { id: string; payload: z.ZodType<Payload> };

export type Job<Payload extends object> = JobKind<Payload> & {
  run: (context: Context, payload: Payload) => Promise<void>;
};

/** For a job whose code lies in a feature further up: `defineJob` adds the code there. */
export const declareJob = <Payload extends AnyPayload>(kind: JobKind<Payload>): JobKind<Payload> => kind;

export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job;

/**
 * In the transaction of the fact that causes the job. `key` replaces an earlier job of the same task and key that has
 * not started; it is prefixed, since graphile-worker's keys span all tasks. By the key a sweep finds whether a fact has
 * its job (hasNoJob).
 */
export const enqueueJob = <Payload extends AnyPayload>(
  tx: Tx,
  job: JobKind<Payload>,
  { payload, key, ...when }: { payload: Payload; key: string } & JobSpec['when'],
): void => {
  tx.effects.jobs.push({ identifier: job.id, payload, job_key: `${job.id}:${key}`, when });
};
