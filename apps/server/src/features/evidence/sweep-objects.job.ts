import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { CrontabPayload, defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { ORPHANED_AFTER_MS, sweepObjectsFrom, type Swept } from './sweep-objects-from.ts';

/**
 * Looks through the object store for objects that no row names, each night, with a job for each step: a worker that
 * dies or is stopped costs one step, and the next goes on from there.
 */
export const sweepObjects = defineJob({
  id: 'sweep-objects',
  payload: CrontabPayload,
  run: (context: Context) => runEach(context, 'sweep-objects', [sweepTemporaries, beginSweep]),
});

export const sweepObjectsStep = defineJob({
  id: 'sweep-objects-step',
  payload: z.object({ after: z.string(), seen: z.number(), deleted: z.number() }),
  run: async (context: Context, { after, ...before }) => {
    const { next, ...step } = await sweepObjectsFrom(context, after);
    const swept = { seen: before.seen + step.seen, deleted: before.deleted + step.deleted };
    if (next === undefined) context.log.info(swept, 'objects swept');
    else await context.transact(async (tx) => enqueueStep(tx, { after: next, ...swept }));
  },
});

const sweepTemporaries = ({ objects }: Pick<Context, 'objects'>): Promise<number> =>
  objects.sweepTemporaries(ORPHANED_AFTER_MS);

/** Begins a sweep, unless the steps of an earlier one go on. A sweep that gave up begins anew. */
const beginSweep = ({ transact }: Pick<Context, 'transact'>): Promise<void> =>
  transact(async (tx) => {
    const goingOn = await tx.db.$queryRaw<unknown[]>`
      select from graphile_worker._private_jobs
      where key = ${`${sweepObjectsStep.id}:${NEXT}`} and attempts < max_attempts
    `;
    if (goingOn.length === 0) enqueueStep(tx, { after: '', seen: 0, deleted: 0 });
  });

/**
 * The key of every step, so that there is one at a time. A step that enqueues the next loses the key to it and is not
 * tried again, so a step that dies between its commit and its end does not begin a second row of steps.
 */
const NEXT = 'next';

const enqueueStep = (tx: Tx, payload: { after: string } & Swept): void =>
  enqueueJob(tx, sweepObjectsStep, { payload, key: NEXT });
