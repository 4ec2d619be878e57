import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import { claimAttempt, type ClaimedAttempt, type DeliveryKey } from './claim-attempt.ts';
import { findNextTry } from './find-next-try.ts';
import { judgeAttempt, type AttemptOutcome, type Verdict } from './judge-attempt.ts';
import { nameAttempt } from './name-attempt.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendAttempt } from './send-attempt.ts';

/**
 * Makes the next attempt of a delivery. What the receiver does is never an error of the job: it is recorded,
 * and the attempt after it enqueued with it. Any number of jobs for a delivery make one attempt each time it is
 * due; one that finds the endpoint busy or paused leaves it parked.
 */
export const deliverWebhook = defineJob({
  id: 'deliver-webhook',
  payload: z.object({ organisation_id: z.guid(), delivery_id: z.guid() }),
  run: async (context: Context, key: DeliveryKey): Promise<void> => {
    const claim = await claimAttempt(context, key);
    if (claim === 'parked') return;
    if (claim === 'refused') return comeBack(context, key);
    const outcome = await sendAttempt(context, claim);
    await recordOutcome(context, claim, outcome);
  },
});

// Without this the delivery would wait for the sweep: a killed worker's job runs again, on a worker whose
// lease is still held.
const comeBack = async (context: Context, key: DeliveryKey): Promise<void> => {
  const next = await findNextTry(context, key);
  if (!next) return;
  await context.transact(async (tx) =>
    enqueueJob(tx, deliverWebhook, {
      payload: { organisation_id: key.organisation_id, delivery_id: key.delivery_id },
      runAt: next.due_at,
      key: nameAttempt(key.delivery_id, next.attempt_count),
    }),
  );
};

const recordOutcome = async (context: Context, attempt: ClaimedAttempt, outcome: AttemptOutcome) => {
  const now = context.clock.now();
  const delaysMs = context.config.webhookRetryDelaysMs;
  const verdict = judgeAttempt(outcome, { delivery: attempt, delaysMs, now });
  const isRecorded = await recordAttempt(context, { attempt, verdict, now });
  context.metrics.webhookAttempts.inc({ outcome: isRecorded ? nameOutcome(verdict) : 'superseded' });
  logAttempt(context, { attempt, verdict, isRecorded });
};

const nameOutcome = ({ attemptOutcome, status }: Verdict): string =>
  status === 'dropped' ? status : attemptOutcome;

// Never the URL: a tenant may keep a token in it.
const logAttempt = (
  { log }: Pick<Context, 'log'>,
  { attempt, verdict, isRecorded }: { attempt: ClaimedAttempt; verdict: Verdict; isRecorded: boolean },
): void => {
  const level = verdict.status === 'dropped' || verdict.isGone ? 'warn' : 'debug';
  log[level](
    {
      organisation_id: attempt.organisation_id,
      endpoint_id: attempt.endpoint_id,
      delivery_id: attempt.delivery_id,
      attempt: attempt.attempt_count,
      outcome: nameOutcome(verdict),
      response_status: verdict.responseStatus,
      error_class: verdict.errorClass,
      recorded: isRecorded,
    },
    'webhook attempt',
  );
};
