import { z } from 'zod';
import type { Tx } from '../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { DRAWING_VARIANTS } from '../evidence/exports/drawings/export-drawing.ts';
import type { AnchorKey } from './find-anchor.ts';

const ChainKey = z.object({ organisation_id: z.string(), session_id: z.string(), authority: z.string() });

export const anchorChainJob = declareJob({ id: 'anchor-chain', payload: ChainKey });

export const anchorAddendaHeadJob = declareJob({
  id: 'anchor-addenda-head',
  payload: ChainKey.extend({ sequence: z.int() }),
});

export const anchorOrgHeadJob = declareJob({
  id: 'anchor-org-head',
  payload: z.object({ organisation_id: z.string(), authority: z.string(), sequence: z.int() }),
});

export const anchorWhiteboardJob = declareJob({
  id: 'anchor-whiteboard',
  payload: z.object({
    organisation_id: z.string(),
    evidence_id: z.string(),
    variant: z.enum(DRAWING_VARIANTS),
    authority: z.string(),
  }),
});

/** The key holds `attempt_count`, so that two jobs enqueue the same try once. */
export const enqueueTry = (
  tx: Tx,
  { attempt_count, ...anchor }: AnchorKey & { attempt_count: number },
  runAt?: Date,
): void => {
  const due = runAt ? { runAt } : {};
  if (anchor.evidence_id !== undefined) {
    const { organisation_id, evidence_id, variant, authority } = anchor;
    const key = `${evidence_id}:${variant}:${authority}:${attempt_count}`;
    return enqueueJob(tx, anchorWhiteboardJob, {
      payload: { organisation_id, evidence_id, variant, authority },
      key,
      ...due,
    });
  }
  const { organisation_id, session_id, authority, sequence } = anchor;
  if (session_id === undefined) {
    const key = `${organisation_id}:${authority}:${sequence}:${attempt_count}`;
    return enqueueJob(tx, anchorOrgHeadJob, {
      payload: { organisation_id, authority, sequence },
      key,
      ...due,
    });
  }
  const payload = { organisation_id, session_id, authority };
  if (sequence === undefined) {
    const key = `${session_id}:${authority}:${attempt_count}`;
    return enqueueJob(tx, anchorChainJob, { payload, key, ...due });
  }
  const key = `${session_id}:${authority}:${sequence}:${attempt_count}`;
  enqueueJob(tx, anchorAddendaHeadJob, { payload: { ...payload, sequence }, key, ...due });
};

const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 6 * 3_600_000;
export const GIVE_UP_AFTER_MS = 7 * 86_400_000;

/** Null if the next try would be over a week after the anchor's creation. */
export const planNextTry = ({
  failureCount,
  createdAt,
  now,
}: {
  failureCount: number;
  createdAt: Date;
  now: Date;
}): Date | null => {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (failureCount - 1), MAX_DELAY_MS);
  const next = new Date(now.getTime() + delayMs);
  return next.getTime() <= createdAt.getTime() + GIVE_UP_AFTER_MS ? next : null;
};
