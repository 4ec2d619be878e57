import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob, enqueueJob } from '../../platform/jobs/define-job.ts';
import { lockSessionRow, type SessionKey } from '../sessions/exports/lock-session.ts';
import type { RetentionReason } from './exports/record-redaction.ts';
import { redactLocked } from './exports/redact-locked.ts';
import { findOverdueSessions } from './find-overdue-sessions.ts';
import { findRetention } from './find-retention.ts';
import { judgeRetention } from './judge-retention.ts';

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
    const { prisma } = context.database;
    const known = await findRetention(prisma, { organisationId });
    const rule = judgeRetention({ ...known, now: context.clock.now() });
    if (!rule) return;
    const { before, reason } = rule;
    const overdue = await findOverdueSessions(prisma, { organisationId, before, limit: SESSIONS_A_STEP });
    const errors = await redactEach(context, { organisationId, overdue, reason });
    // Where none went well, the next step would find the same again.
    if (overdue.length === SESSIONS_A_STEP && errors.length < overdue.length) {
      await context.transact(async (tx) => {
        const runAt = new Date(tx.now.getTime() + PAUSE_MS);
        enqueueJob(tx, redactOverdue, { payload: { organisation_id }, key: organisation_id, runAt });
      });
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} sessions were not redacted`);
  },
});

type Step = { organisationId: string; overdue: string[]; reason: RetentionReason };

/** One that fails keeps none of the others. */
const redactEach = async (
  context: Context,
  { organisationId, overdue, reason }: Step,
): Promise<unknown[]> => {
  const errors: unknown[] = [];
  for (const sessionId of overdue) {
    try {
      await redactOne(context, { organisationId, sessionId, reason });
    } catch (error) {
      errors.push(error);
      context.log.error({ session_id: sessionId, err: error }, 'session not redacted');
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
