import type { KnownRetention } from '@field-inspection/rules';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob, enqueueJob, type Job } from '../../platform/jobs/define-job.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { findRetention } from './update-retention.ts';

/** A step goes on behind a time and an id, as the index has them. */
export type Position = { at: string; id: string };

export type Wanted = { organisationId: string; before: Date; after: Position; limit: number };

export type Overdue = Position & { session_id: string };

type Rule = {
  before: Date;
  find: (db: Context['database']['prisma'], wanted: Wanted) => Promise<Overdue[]>;
  erase: (context: Context, key: SessionKey) => Promise<void>;
};

const SESSIONS_A_STEP = 50;

/** Milliseconds between steps: each session's own job runs meanwhile, and other work is not held up. */
const PAUSE_MS = 10_000;

/** A job of an earlier release has no position: it is the first step. */
const Payload = z.object({
  organisation_id: z.string(),
  after_at: z.string().default('-infinity'),
  after_id: z.string().default('00000000-0000-0000-0000-000000000000'),
});

export type OverdueJob = Job<z.output<typeof Payload>>;

/**
 * Erases overdue data of a class from some sessions, each in a transaction. The next step goes on behind them: a
 * session that fails holds up no other, and its own step tries it again. Erased data is not found again, so that a step
 * may die, or run twice.
 */
export const defineOverdueJob = (
  id: string,
  judge: (known: KnownRetention) => Rule | undefined,
): OverdueJob => {
  const job: OverdueJob = defineJob({
    id,
    payload: Payload,
    run: async (context: Context, { organisation_id: organisationId, after_at, after_id }) => {
      const { prisma } = context.database;
      const known = await findRetention(prisma, { organisationId });
      const rule = judge({ ...known, now: context.clock.now() });
      if (!rule) return;
      const after = { at: after_at, id: after_id };
      const wanted = { organisationId, before: rule.before, after, limit: SESSIONS_A_STEP };
      const found = await rule.find(prisma, wanted);
      const last = found.length === SESSIONS_A_STEP ? found.at(-1) : undefined;
      // The next step is asked for first, so that neither a failure below nor the process's end holds it up.
      if (last) await context.transact(async (tx) => askForStep(tx, job, { organisationId, after: last }));
      await eraseEach(context, rule, { organisationId, found });
    },
  });
  return job;
};

export const enqueueOverdue = (tx: Tx, job: OverdueJob, organisationId: string): void =>
  enqueueJob(tx, job, { payload: Payload.parse({ organisation_id: organisationId }), key: organisationId });

const askForStep = (
  tx: Tx,
  job: OverdueJob,
  { organisationId, after }: { organisationId: string; after: Position },
): void =>
  enqueueJob(tx, job, {
    payload: { organisation_id: organisationId, after_at: after.at, after_id: after.id },
    // With this key a failed step is tried again beside the next one.
    key: `${organisationId}:${after.id}`,
    runAt: new Date(tx.now.getTime() + PAUSE_MS),
  });

const eraseEach = async (
  context: Context,
  { erase }: Rule,
  { organisationId, found }: { organisationId: string; found: Overdue[] },
): Promise<void> => {
  const errors: unknown[] = [];
  for (const sessionId of new Set(found.map(({ session_id }) => session_id))) {
    try {
      await erase(context, { organisationId, sessionId });
    } catch (error) {
      errors.push(error);
      context.log.error({ session_id: sessionId, err: error }, 'session not erased');
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `of ${errors.length} sessions nothing was erased`);
};
