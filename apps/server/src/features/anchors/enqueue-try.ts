import { z } from 'zod';
import type { Tx } from '../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import type { AnchorKey } from './find-anchor.ts';

const ChainKey = z.object({ organisation_id: z.string(), session_id: z.string(), authority: z.string() });

export const anchorChainJob = declareJob({ id: 'anchor-chain', payload: ChainKey });

export const anchorAddendaHeadJob = declareJob({
  id: 'anchor-addenda-head',
  payload: ChainKey.extend({ sequence: z.int() }),
});

/**
 * Enqueues the try that follows `attempt_count` others. The key holds that number, so that of two jobs that enqueue the
 * same try one does.
 */
export const enqueueTry = (
  tx: Tx,
  { organisation_id, session_id, authority, sequence, attempt_count }: AnchorKey & { attempt_count: number },
  runAt?: Date,
): void => {
  const payload = { organisation_id, session_id, authority };
  const due = runAt ? { runAt } : {};
  if (sequence === undefined) {
    const key = `${session_id}:${authority}:${attempt_count}`;
    return enqueueJob(tx, anchorChainJob, { payload, key, ...due });
  }
  const key = `${session_id}:${authority}:${sequence}:${attempt_count}`;
  enqueueJob(tx, anchorAddendaHeadJob, { payload: { ...payload, sequence }, key, ...due });
};
