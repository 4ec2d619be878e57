import type { FetchFunction, FetchInit, WebResponse, WebSignal } from '../http/web-types.ts';
import { LONGEST_TIMER_MS } from './default-runtime.ts';

export interface AttemptRequest {
  readonly url: string;
  readonly init: Omit<FetchInit, 'signal'>;
  readonly fetch: FetchFunction;
  readonly timeoutMs: number;
  readonly signal: WebSignal | undefined;
  /** Called at a good reply's headers; false leaves the body to the caller. */
  readonly wantsBody: () => boolean;
}

export interface Reply {
  readonly response: WebResponse;
  readonly text: string | null;
  readonly value?: unknown;
  readonly cause?: unknown;
}

export type Outcome =
  | ({ readonly kind: 'done' } & Reply)
  | { readonly kind: 'refused'; readonly response: WebResponse; readonly text: string }
  | { readonly kind: 'lost'; readonly cause: unknown; readonly response?: WebResponse }
  | { readonly kind: 'timeout'; readonly response?: never }
  | { readonly kind: 'aborted'; readonly cause: unknown; readonly response?: never };

/**
 * Sends once, and reads the body within the same time limit: a server that stalls in a body is as lost as one that
 * never answers. Never rejects. The signal must not be aborted yet.
 */
export function runAttempt(request: AttemptRequest): Promise<Outcome> {
  const { signal, timeoutMs } = request;
  const controller = new AbortController();
  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (signal && outcome.kind === 'done' && outcome.text === null) {
        linkBody(outcome.response, signal, controller);
      }
      resolve(outcome);
    };
    const stop = (outcome: Outcome) => {
      end(outcome);
      controller.abort();
    };
    const onAbort = () => stop({ kind: 'aborted', cause: signal?.reason });
    const timer =
      timeoutMs <= LONGEST_TIMER_MS ? setTimeout(() => stop({ kind: 'timeout' }), timeoutMs) : undefined;
    signal?.addEventListener('abort', onAbort);
    exchange(request, controller.signal).then(end, (cause: unknown) => end({ kind: 'lost', cause }));
  });
}

async function exchange(
  { url, init, fetch, wantsBody }: AttemptRequest,
  signal: WebSignal,
): Promise<Outcome> {
  const response = await fetch(url, { ...init, signal });
  // A caller who reads the reply itself may want a 304: nothing is new.
  if (!response.ok && (response.status !== 304 || wantsBody()))
    return { kind: 'refused', response, text: await response.text() };
  if (!wantsBody()) return { kind: 'done', response, text: null };
  const text = await response.text();
  try {
    return { kind: 'done', response, text, value: JSON.parse(text) };
  } catch (cause) {
    // A proxy that closes without an error leaves an object without its end, or empty JSON: as lost as a broken
    // connection.
    const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
    const isCut = /^\s*\{/.test(text) || (isJson && response.status !== 204);
    return isCut ? { kind: 'lost', response, cause } : { kind: 'done', response, text, cause };
  }
}

/**
 * The signal also ends a body that the caller reads. Nobody tells when that is over, so the listener goes with the
 * response, and must not hold it: hence a scope of its own.
 */
function linkBody(response: WebResponse, signal: WebSignal, controller: AbortController): void {
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort);
  collected?.register(response, () => signal.removeEventListener('abort', abort));
}

const collected =
  globalThis.FinalizationRegistry && new FinalizationRegistry<() => void>((unlink) => unlink());
