import { z } from 'zod';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';

export const redactSessionJob = declareJob({
  id: 'redact-session',
  payload: z.object({ organisation_id: z.string(), session_id: z.string(), after: z.string() }),
});

/** Has a session's erasure go on, behind the last erased piece of evidence. */
export const enqueueRedaction = (tx: Tx, { organisationId, sessionId }: SessionKey, after = ''): void =>
  enqueueJob(tx, redactSessionJob, {
    payload: { organisation_id: organisationId, session_id: sessionId, after },
    key: sessionId,
  });
