import { createApiError } from '../core/api-error.ts';
import {
  AbortError,
  type Attempt,
  ConnectionError,
  type RequestError,
  type RequestErrorInit,
  TimeoutError,
} from '../core/request-error.ts';
import type { WebResponse } from '../core/web-types.ts';
import { decideRetry } from './decide-retry.ts';
import { readProblem } from './read-problem.ts';
import type { Settings } from './read-settings.ts';
import { type AttemptRequest, type Outcome, runAttempt } from './run-attempt.ts';

/** A call, ready to be sent as often as it takes. */
export interface Call extends AttemptRequest {
  readonly maxRetries: number;
  readonly idempotencyKey: string | null;
}

/** A good reply. */
export interface Exchange {
  readonly response: WebResponse;
  /** `null` when the body was left to the caller. */
  readonly text: string | null;
  readonly attempts: readonly Attempt[];
  readonly idempotencyKey: string | null;
}

/** Sends a call until it succeeds, fails for good, has used its retries or is aborted. */
export async function sendRequest(call: Call, settings: Settings): Promise<Exchange> {
  const { signal, maxRetries, idempotencyKey } = call;
  const { runtime, maxRetryAfterMs } = settings;
  const attempts: Attempt[] = [];
  while (!signal?.aborted) {
    const startedAtMs = runtime.now();
    const outcome = await runAttempt(call);
    const nowMs = runtime.now();

    const problem = outcome.kind === 'refused' ? readProblem(outcome, nowMs) : null;
    const limits = { retriesDone: attempts.length, maxRetries, maxRetryAfterMs };
    const isFinal = outcome.kind === 'done' || outcome.kind === 'aborted';
    const delayMs = isFinal ? null : decideRetry(problem, limits, runtime.random);
    attempts.push({ ...describeReply(outcome), durationMs: nowMs - startedAtMs, delayMs });

    const context = { attempts, idempotencyKey };
    if (outcome.kind === 'done') return { response: outcome.response, text: outcome.text, ...context };
    if (problem && delayMs === null) throw createApiError({ ...problem, ...context });
    if (delayMs === null) throw createTransportError(call, outcome, context);
    await runtime.sleep(delayMs, signal);
  }
  throw createTransportError(call, { kind: 'aborted', cause: signal.reason }, { attempts, idempotencyKey });
}

function describeReply(outcome: Outcome): Pick<Attempt, 'status' | 'requestId'> {
  if (!('response' in outcome)) return { status: null, requestId: null };
  return { status: outcome.response.status, requestId: outcome.response.headers.get('request-id') };
}

function createTransportError(call: Call, outcome: Outcome, context: RequestErrorInit): RequestError {
  const target = `${call.init.method} ${new URL(call.url).pathname}`;
  const init = 'cause' in outcome ? { ...context, cause: outcome.cause } : context;
  if (outcome.kind === 'aborted') return new AbortError(`Aborted: ${target}`, init);
  if (outcome.kind === 'lost') return new ConnectionError(`No connection, or a broken one: ${target}`, init);
  return new TimeoutError(`No complete reply within ${call.timeoutMs} ms: ${target}`, init);
}
