import type { Context } from '../../../context.ts';
import type { ClaimedAttempt } from './claim-attempts.ts';
import { judgeAttempt, type Verdict } from './judge-attempt.ts';
import { judgeReceiver } from './judge-receiver.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendAttempt } from './send-attempt.ts';

/** Makes an attempt. What the receiver does is never an error: it is recorded, and with it what follows. */
export const deliverAttempt = async (context: Context, attempt: ClaimedAttempt): Promise<void> => {
  const outcome = await sendAttempt(context, attempt);
  const now = context.clock.now();
  const delaysMs = context.config.webhookRetryDelaysMs;
  const verdict = judgeAttempt(outcome, { delivery: attempt, delaysMs, now });
  const receiver = judgeReceiver(verdict, { failingSince: attempt.failing_since, now });
  const isRecorded = await recordAttempt(context, { attempt, verdict, receiver, now });
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
