import { z } from 'zod';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { ChainKey } from './append-entry.ts';

export const freezeChainJob = declareJob({
  id: 'freeze-chain',
  payload: z.object({ organisation_id: z.string(), session_id: z.string() }),
});

/** Has the chain of a session frozen and anchored at once; of several requests the last one counts. */
export const requestFreeze = (tx: Tx, { organisationId, sessionId }: ChainKey): void =>
  enqueueJob(tx, freezeChainJob, {
    payload: { organisation_id: organisationId, session_id: sessionId },
    key: sessionId,
  });
