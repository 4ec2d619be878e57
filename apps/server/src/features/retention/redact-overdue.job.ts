import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import { eraseOverdueRecordings } from './erase-overdue-recordings.ts';
import type { RetentionReason } from './exports/record-redaction.ts';
import { redactLocked } from './exports/redact-locked.ts';
import { findOverdueRecordings } from './find-overdue-recordings.ts';
import { findOverdueSessions } from './find-overdue-sessions.ts';
import { findRetention } from './find-retention.ts';
import { judgeRecordings, judgeRetention } from './judge-retention.ts';

const SESSIONS_A_STEP = 50;

/** Each session has a job of its own by then: they have time before the next, and other work is not held up by them. */
const PAUSE_MS = 10_000;

/**
 * Redacts sessions of an organisation that were kept for as long as they may be: some of them, each in a transaction,
 * and then asks for the next step. One that was redacted is not found again, so that a step that died, or that two take
 * at once, costs nothing.
 */
export const redactOverdue = defineJob({
  id: 'redact-overdue',
  payload: z.object({ organisation_id: z.string() }),
  run: async (context: Context, { organisation_id }) => {
    const organisationId = organisation_id;
    const step = await findStep(context, organisationId);
    const errors = await doEach(context, { organisationId, ...step });
    // Where none went well, the next step would find the same again.
    if (step.isFull && errors.length < step.sessionIds.length) {
      await context.transact(async (tx) => {
        const runAt = new Date(tx.now.getTime() + PAUSE_MS);
        enqueueJob(tx, redactOverdue, { payload: { organisation_id }, key: organisation_id, runAt });
      });
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `of ${errors.length} sessions nothing was erased`);
  },
});

/** The sessions that are redacted, with the reason, or, once there are no more, those whose recordings go: no reason. */
type Step = { sessionIds: string[]; reason?: RetentionReason; isFull: boolean };

const findStep = async ({ database, clock }: Context, organisationId: string): Promise<Step> => {
  const { prisma } = database;
  const known = { ...(await findRetention(prisma, { organisationId })), now: clock.now() };
  const rule = judgeRetention(known);
  if (rule) {
    const wanted = { organisationId, before: rule.before, limit: SESSIONS_A_STEP };
    const sessionIds = await findOverdueSessions(prisma, wanted);
    // Recordings wait for the next step, which a full one asks for.
    if (sessionIds.length > 0) return { sessionIds, reason: rule.reason, isFull: true };
  }
  const before = judgeRecordings(known);
  if (!before) return { sessionIds: [], isFull: false };
  const wanted = { organisationId, before, limit: SESSIONS_A_STEP };
  const sessionIds = await findOverdueRecordings(prisma, wanted);
  return { sessionIds, isFull: sessionIds.length > 0 };
};

/** One that fails keeps none of the others. */
const doEach = async (
  context: Context,
  { organisationId, sessionIds, reason }: Step & { organisationId: string },
): Promise<unknown[]> => {
  const errors: unknown[] = [];
  for (const sessionId of sessionIds) {
    const key = { organisationId, sessionId };
    try {
      if (reason) await redactOne(context, { ...key, reason });
      else await eraseOverdueRecordings(context, key);
    } catch (error) {
      errors.push(error);
      context.log.error({ session_id: sessionId, err: error }, 'session not erased');
    }
  }
  return errors;
};

const redactOne = (
  context: Pick<Context, 'transact' | 'random'>,
  { reason, ...key }: SessionKey & { reason: RetentionReason },
): Promise<void> =>
  context.transact(async (tx) => {
    const session = await lockSessionRow(tx, key);
    // Since it was found, it was put under a legal hold, or somebody else has redacted it.
    if (!session || session.on_hold || session.redacted_at) return;
    await redactLocked(context, tx, { ...key, reason, by: { policy: true } });
  });
