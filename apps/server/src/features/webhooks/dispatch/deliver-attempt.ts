import { type AttemptOutcome, judgeAttempt, judgeReceiver, type Verdict } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import { inSpan, isTraced, readTraceparent } from '../../../platform/tracing/trace.ts';
import { openSigningSecrets, signWebhookRequest } from './build-webhook-request.ts';
import type { ClaimedAttempt } from './claim-attempts.ts';
import { recordAttempt } from './record-attempt.ts';

/** Nothing that a receiver does is an error: it is recorded, with its effects. */
export const deliverAttempt = async (context: Context, attempt: ClaimedAttempt): Promise<void> => {
  const parent = isTraced() ? await findTrace(context, attempt) : undefined;
  const attributes = { event_type: attempt.event_type, attempt: attempt.attempt_count };
  await inSpan({ name: 'deliver webhook', kind: 'consumer', parent, attributes }, async (span) => {
    span.set({ outcome: await deliver(context, attempt) });
  });
};

const findTrace = async (
  { database }: Pick<Context, 'database'>,
  { organisation_id, event_id: id }: ClaimedAttempt,
): Promise<string | undefined> =>
  readTraceparent(
    await database.prisma.event.findUnique({
      select: { traceparent: true },
      where: { organisation_id_id: { organisation_id, id } },
    }),
  );

const deliver = async (context: Context, attempt: ClaimedAttempt): Promise<string> => {
  const outcome = await sendAttempt(context, attempt);
  const now = context.clock.now();
  const delaysMs = context.config.webhookRetryDelaysMs;
  const verdict = judgeAttempt(outcome, { delivery: attempt, delaysMs, now });
  const receiver = judgeReceiver(verdict, { failingSince: attempt.failing_since, now });
  const isRecorded = await recordAttempt(context, { attempt, verdict, receiver, now });
  const named = isRecorded ? nameOutcome(verdict) : 'superseded';
  context.metrics.webhookAttempts.inc({ outcome: named });
  logAttempt(context, { attempt, verdict, isRecorded });
  return named;
};

const nameOutcome = ({ attemptOutcome, status }: Verdict): string =>
  status === 'dropped' ? status : attemptOutcome;

// Never the URL: an organisation may keep a token in it.
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

/** No transaction is open meanwhile. The time in the signature is this attempt's. */
const sendAttempt = async (
  context: Pick<Context, 'clock' | 'keyring' | 'log' | 'metrics' | 'safeFetch'>,
  attempt: ClaimedAttempt,
): Promise<AttemptOutcome> => {
  const endpoint = { organisationId: attempt.organisation_id, endpointId: attempt.endpoint_id };
  const now = context.clock.now();
  const secrets = tryOpenSecrets(context, { endpoint, sealed: attempt, now });
  if (!secrets) return SECRET_UNAVAILABLE;
  const event = {
    ...endpoint,
    id: attempt.event_id,
    type: attempt.event_type,
    createdAt: attempt.event_created_at,
    sequence: attempt.sequence,
    dataText: attempt.data_text,
    isTest: attempt.is_test,
  };
  if (attempt.attempt_count === 1) observeLatency(context, attempt.event_created_at, now);
  const request = signWebhookRequest(attempt.url, event, { secrets, attempt: attempt.attempt_count, now });
  return context.safeFetch(request).catch((error: unknown) => reportFault(context, error));
};

// Thrown, a fault of ours would come again every few seconds, and the delivery would never be dropped: it fails the
// attempt.
const reportFault = ({ log }: Pick<Context, 'log'>, error: unknown): AttemptOutcome => {
  log.error({ err: error }, 'the exchange with a receiver failed unexpectedly');
  return {
    ok: false,
    errorClass: 'protocol',
    message: 'The exchange with the receiver failed.',
    durationMs: 0,
  };
};

const observeLatency = ({ metrics }: Pick<Context, 'metrics'>, eventAt: Date, sentAt: Date): void =>
  metrics.webhookFirstAttemptLatencySeconds.observe((sentAt.getTime() - eventAt.getTime()) / 1000);

const SECRET_UNAVAILABLE = {
  ok: false,
  errorClass: 'secret_unavailable',
  message: 'The signing secret could not be read. Rotate it, or ask who runs the service.',
  durationMs: 0,
} as const;

// The host's operator may add a missing master key within the day of the schedule. Thrown, the fault would run again
// and again.
const tryOpenSecrets = (
  context: Pick<Context, 'keyring' | 'log'>,
  sealed: Parameters<typeof openSigningSecrets>[1],
): string[] | undefined => {
  try {
    return openSigningSecrets(context, sealed);
  } catch (error) {
    context.log.error(
      { endpoint_id: sealed.endpoint.endpointId, err: error },
      'signing secret does not open',
    );
    return undefined;
  }
};
