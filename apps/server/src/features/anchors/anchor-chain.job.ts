import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob, enqueueJob, type Job } from '../../platform/jobs.ts';
import { askForToken, type TokenOutcome } from './ask-for-token.ts';
import { findAnchor, type AnchorKey, type PendingAnchor } from './find-anchor.ts';
import { planNextTry } from './plan-next-try.ts';
import { recordToken } from './record-token.ts';

/**
 * Asks one authority for its token of one session's chain head. What the authority does is never an error of the
 * job: it is recorded, and the try after it enqueued with it, for days. Two jobs at once ask twice and record once.
 */
export const anchorChain: Job<AnchorKey> = defineJob({
  id: 'anchor-chain',
  payload: z.object({ organisation_id: z.string(), session_id: z.string(), authority: z.string() }),
  run: async (context: Context, key) => {
    const anchor = await findAnchor(context, key);
    if (!anchor) return;
    const outcome = await askForToken(context, anchor);
    context.metrics.anchorTries.inc({ outcome: outcome.ok ? 'anchored' : outcome.failure });
    if (outcome.ok) await recordToken(context, key, outcome);
    else await recordFailure(context, anchor, outcome);
  },
});

type Failure = Extract<TokenOutcome, { ok: false }>;

// The count is the fence: of two jobs at once that failed, one enqueues the next try.
const recordFailure = async (context: Context, anchor: PendingAnchor, failure: Failure): Promise<void> => {
  const { organisation_id, session_id, authority, attempt_count, created_at } = anchor;
  const nextTryAt = await context.transact(async (tx) => {
    const failureCount = attempt_count + 1;
    const next = planNextTry({ failureCount, createdAt: created_at, now: tx.now });
    const { count } = await tx.db.anchor.updateMany({
      where: { organisation_id, session_id, authority, status: 'pending', attempt_count },
      data: {
        attempt_count: failureCount,
        last_error: failure.message,
        ...(next ? {} : { status: 'failed' }),
      },
    });
    if (count === 1 && next) {
      enqueueJob(tx, anchorChain, {
        payload: { organisation_id, session_id, authority },
        runAt: next,
        key: `${session_id}:${authority}:${failureCount}`,
      });
    }
    return next;
  });
  context.log[nextTryAt ? 'warn' : 'error'](
    { organisation_id, session_id, authority, failure: failure.failure, next_try_at: nextTryAt },
    nextTryAt ? 'anchoring failed, and is tried again' : 'anchoring given up',
  );
};
