import { createApiError } from '../errors/api-error.ts';
import { describeReason, findReason } from '../errors/find-reason.ts';
import {
  AbortError,
  type Attempt,
  ConnectionError,
  type ConnectionErrorInit,
  DeadlineExceededError,
  type RequestError,
  TimeoutError,
} from '../errors/request-error.ts';
import { type Deadline, limitAttempt } from './deadline.ts';
import { decideRetry } from './decide-retry.ts';
import { readProblem } from './read-problem.ts';
import type { Settings } from './read-settings.ts';
import { type AttemptRequest, type Outcome, type Reply, runAttempt } from './run-attempt.ts';

/** A call, ready to be sent as often as it takes. */
export interface Call extends AttemptRequest {
  readonly maxRetries: number;
  readonly deadline: Deadline;
  readonly idempotencyKey: string | null;
}

/** Good reply, with its attempts. */
export interface Exchange extends Reply {
  readonly attempts: readonly Attempt[];
  readonly idempotencyKey: string | null;
  readonly method: string;
  readonly path: string;
}

/** Sends a call until it succeeds, fails for good, has used its retries or its time, or is aborted. */
export async function sendRequest(call: Call, settings: Settings): Promise<Exchange> {
  const { signal, maxRetries, idempotencyKey } = call;
  const { runtime, maxRetryAfterMs, limiter } = settings;
  const attempts: Attempt[] = [];
  const { host, origin, pathname: path } = new URL(call.url);
  const { method } = call.init;
  const target = `${method} ${origin}${path}`;
  const context = { attempts, idempotencyKey, method, path, host, target };
  while (!signal?.aborted) {
    const leave = limiter && (await limiter.enter({ runtime, signal, endsAtMs: call.deadline.endsAtMs }));
    const startedAtMs = runtime.now();
    const limit = leave === null || signal?.aborted ? null : limitAttempt(call, startedAtMs);
    if (limit === null) {
      leave?.(null);
      if (signal?.aborted) break;
      throw createDeadlineError(call, context);
    }
    const outcome = await runAttempt({ ...call, timeoutMs: limit.timeoutMs });
    const nowMs = runtime.now();
    const { response } = outcome;
    leave?.(response?.headers ?? null);

    const problem = outcome.kind === 'refused' ? readProblem(outcome, nowMs) : null;
    const limits = { retriesDone: attempts.length, maxRetries, maxRetryAfterMs };
    const isFinal = outcome.kind === 'done' || outcome.kind === 'aborted';
    const wantedMs = isFinal ? null : decideRetry(problem, limits, runtime.random);
    const isLate = wantedMs !== null && limitAttempt(call, nowMs + wantedMs) === null;
    const delayMs = isLate ? null : wantedMs;
    call.init.retries = attempts.push({
      status: response?.status ?? null,
      requestId: response?.headers.get('request-id') ?? null,
      durationMs: nowMs - startedAtMs,
      delayMs,
    });

    if (outcome.kind === 'done') return { ...outcome, ...context };
    if (outcome.kind === 'timeout' && limit.isByDeadline) throw createDeadlineError(call, context);
    if (delayMs === null) {
      const error = problem
        ? createApiError({ ...problem, ...context })
        : createTransportError(call, outcome, context);
      throw isLate ? createDeadlineError(call, { ...context, cause: error }) : error;
    }
    await runtime.sleep(delayMs, signal);
  }
  throw createTransportError(call, { kind: 'aborted', cause: signal.reason }, context);
}

/** Fields that the errors of a call share. */
interface Context extends ConnectionErrorInit {
  readonly target: string;
}

function createDeadlineError(call: Call, context: Context): DeadlineExceededError {
  return new DeadlineExceededError(
    `Not done within ${call.deadline.deadlineMs} ms: ${context.target}`,
    context,
  );
}

function createTransportError(call: Call, outcome: Outcome, context: Context): RequestError {
  const { host, target } = context;
  const init = 'cause' in outcome ? { ...context, cause: outcome.cause } : context;
  if (outcome.kind === 'aborted') return new AbortError(`Aborted: ${target}`, init);
  if (outcome.kind !== 'lost')
    return new TimeoutError(`No complete reply within ${call.timeoutMs} ms: ${target}`, init);
  const reason = outcome.response ? 'the reply was cut off' : findReason(outcome.cause);
  const message = `Connection to ${host} failed (${describeReason(reason)}): ${target}`;
  return new ConnectionError(message, { ...init, reason });
}
