import { createApiError } from '../errors/api-error.ts';
import { findSystemCode } from '../errors/find-system-code.ts';
import {
  AbortError,
  type Attempt,
  ConnectionError,
  DeadlineExceededError,
  type RequestError,
  type RequestErrorInit,
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

/** A good reply, and what it took. */
export interface Exchange extends Reply {
  readonly attempts: readonly Attempt[];
  readonly idempotencyKey: string | null;
}

/** Sends a call until it succeeds, fails for good, has used its retries or its time, or is aborted. */
export async function sendRequest(call: Call, settings: Settings): Promise<Exchange> {
  const { signal, maxRetries, idempotencyKey } = call;
  const { runtime, maxRetryAfterMs } = settings;
  const attempts: Attempt[] = [];
  while (!signal?.aborted) {
    const startedAtMs = runtime.now();
    const limit = limitAttempt(call, startedAtMs);
    if (limit === null) throw createDeadlineError(call, { attempts, idempotencyKey });
    const outcome = await runAttempt({ ...call, timeoutMs: limit.timeoutMs });
    const nowMs = runtime.now();

    const problem = outcome.kind === 'refused' ? readProblem(outcome, nowMs) : null;
    const limits = { retriesDone: attempts.length, maxRetries, maxRetryAfterMs };
    const isFinal = outcome.kind === 'done' || outcome.kind === 'aborted';
    const wantedMs = isFinal ? null : decideRetry(problem, limits, runtime.random);
    const isLate = wantedMs !== null && limitAttempt(call, nowMs + wantedMs) === null;
    const delayMs = isLate ? null : wantedMs;
    attempts.push({ ...describeReply(outcome), durationMs: nowMs - startedAtMs, delayMs });

    const context = { attempts, idempotencyKey };
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
  throw createTransportError(call, { kind: 'aborted', cause: signal.reason }, { attempts, idempotencyKey });
}

function describeReply(outcome: Outcome): Pick<Attempt, 'status' | 'requestId'> {
  const response = 'response' in outcome && outcome.response;
  if (!response) return { status: null, requestId: null };
  return { status: response.status, requestId: response.headers.get('request-id') };
}

function createDeadlineError(call: Call, init: RequestErrorInit): DeadlineExceededError {
  return new DeadlineExceededError(
    `Not done within ${call.deadline.deadlineMs} ms: ${nameTarget(call)}`,
    init,
  );
}

function createTransportError(call: Call, outcome: Outcome, context: RequestErrorInit): RequestError {
  const target = nameTarget(call);
  const init = 'cause' in outcome ? { ...context, cause: outcome.cause } : context;
  if (outcome.kind === 'aborted') return new AbortError(`Aborted: ${target}`, init);
  if (outcome.kind === 'lost') return new ConnectionError(`${describeLoss(outcome)}: ${target}`, init);
  return new TimeoutError(`No complete reply within ${call.timeoutMs} ms: ${target}`, init);
}

function describeLoss({ cause, response }: Extract<Outcome, { kind: 'lost' }>): string {
  if (response) return 'The reply was cut off';
  const code = findSystemCode(cause);
  return code ? `Connection failed (${code})` : 'Connection failed';
}

function nameTarget({ init, url }: Call): string {
  const { origin, pathname } = new URL(url);
  return `${init.method} ${origin}${pathname}`;
}
