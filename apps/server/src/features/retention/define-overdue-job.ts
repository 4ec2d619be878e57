import type { KnownRetention } from '@field-inspection/rules';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob, enqueueJob, type Job } from '../../platform/jobs/define-job.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { findRetention } from './find-retention.ts';

/** Behind which a step goes on: a time and an id, as the index has them. */
export type Place = { at: string; id: string };

/** What is wanted of an organisation: what is older than that, behind a place. */
export type Wanted = { organisationId: string; before: Date; after: Place; limit: number };

/** What is overdue, with its own place. */
export type Overdue = Place & { session_id: string };

/** What goes of a class of data now: what is older than that, and how it goes from a session. */
type Rule = {
  before: Date;
  find: (db: Context['database']['prisma'], wanted: Wanted) => Promise<Overdue[]>;
  erase: (context: Context, key: SessionKey) => Promise<void>;
};

const SESSIONS_A_STEP = 50;

/** Each session has a job of its own by then: they have time before the next, and other work is not held up by them. */
const PAUSE_MS = 10_000;

/** One of before this release has no place: it is the first step. */
const Payload = z.object({
  organisation_id: z.string(),
  after_at: z.string().default('-infinity'),
  after_id: z.string().default('00000000-0000-0000-0000-000000000000'),
});

export type OverdueJob = Job<z.output<typeof Payload>>;

/**
 * A job that erases what an organisation has kept of a class for as long as it may: of some sessions, each in a
 * transaction. Then it asks for the next step, which goes on behind them: one that fails each time is in nobody's way,
 * and is tried again by its own step. What is erased is not found again, so that a step that died, or that two take at
 * once, costs nothing.
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
      // Asked for first: what fails below, or ends the process, holds up none of what is behind it.
      if (last) await context.transact(async (tx) => askForStep(tx, job, { organisationId, after: last }));
      await eraseEach(context, rule, { organisationId, found });
    },
  });
  return job;
};

/** Has what an organisation keeps for too long erased, from the oldest on. */
export const enqueueOverdue = (tx: Tx, job: OverdueJob, organisationId: string): void =>
  enqueueJob(tx, job, { payload: Payload.parse({ organisation_id: organisationId }), key: organisationId });

const askForStep = (
  tx: Tx,
  job: OverdueJob,
  { organisationId, after }: { organisationId: string; after: Place },
): void =>
  enqueueJob(tx, job, {
    payload: { organisation_id: organisationId, after_at: after.at, after_id: after.id },
    // A step that failed is tried again beside the next one.
    key: `${organisationId}:${after.id}`,
    runAt: new Date(tx.now.getTime() + PAUSE_MS),
  });

/** One that fails keeps none of the others. */
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
