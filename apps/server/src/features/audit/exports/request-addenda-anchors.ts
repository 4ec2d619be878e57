import { z } from 'zod';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { ChainKey } from './append-entry.ts';

export const anchorAddendaJob = declareJob({
  id: 'anchor-addenda',
  payload: z.object({ organisation_id: z.string(), session_id: z.string() }),
});

/** The authorities are asked at most this often while a session's addenda grow. */
const INTERVAL_MS = 60_000;

export const planAddendaAnchors = (now: Date, lastRequestedAt: Date | null): Date =>
  lastRequestedAt ? new Date(Math.max(now.getTime(), lastRequestedAt.getTime() + INTERVAL_MS)) : now;

export const requestAddendaAnchors = (
  tx: Tx,
  { organisationId, sessionId, lastRequestedAt }: ChainKey & { lastRequestedAt: Date | null },
): void =>
  enqueueJob(tx, anchorAddendaJob, {
    payload: { organisation_id: organisationId, session_id: sessionId },
    runAt: planAddendaAnchors(tx.now, lastRequestedAt),
    key: sessionId,
  });
