import { createApiError } from '../errors/api-error.ts';
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

export interface Call extends AttemptRequest {
  readonly maxRetries: number;
  readonly deadline: Deadline;
  readonly idempotencyKey: string | null;
}

export interface Exchange extends Reply {
  readonly attempts: readonly Attempt[];
  readonly idempotencyKey: string | null;
  readonly method: string;
  readonly path: string;
}

/** Ends with success, a final failure, no retries or time left, or an abort. */
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

/**
 * Takes the first code in a chain of causes (`ECONNREFUSED`, `UND_ERR_SOCKET`), or else the innermost error's words
 * (`bad port`).
 */
export function findReason(cause: unknown): string | null {
  let error = cause as { code?: unknown; message?: unknown; cause?: unknown } | null | undefined;
  let words: string | null = null;
  // A chain may lead back to itself.
  for (let depth = 0; error && depth < 5; depth++, error = error.cause as typeof error) {
    const { code, message } = error;
    // A caller's fetch may throw anything: only texts that look like a code, or like no secret, are told.
    if (typeof code === 'string' && /^\w{2,50}$/.test(code)) return code;
    if (typeof message === 'string' && /^[a-z]+( [a-z]+){1,7}$/i.test(message)) words = message;
  }
  return words;
}

/** By a part of the code; the first part that fits applies. */
const MEANINGS: Readonly<Record<string, string>> = {
  REFUSED: 'nothing listens there',
  NOTFOUND: 'no such host',
  AGAIN: 'no DNS',
  WRONG_VERSION: 'no TLS there: http://?',
  CERT: 'no valid certificate',
  SIGNATURE: 'no valid certificate',
  TIME: 'no answer',
  RESET: 'it hung up',
  SOCKET: 'it hung up',
};

export function describeReason(reason: string | null): string {
  const part = Object.keys(MEANINGS).find((key) => reason?.includes(key));
  return part ? `${reason}: ${MEANINGS[part]}` : (reason ?? 'unknown');
}
