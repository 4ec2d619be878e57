import { UsageError } from '../errors/field-inspection-error.ts';
import { measureRest, readRateLimit } from '../http/rate-limit.ts';
import type { WebHeaders } from '../http/web-types.ts';
import { checkOptions } from './check-options.ts';
import type { Leave, Limiter, Turn } from './limiter.ts';

export interface LimiterOptions {
  /**
   * Most requests under way at once.
   * @default 32
   */
  readonly concurrency?: number | undefined;
}

interface Waiter extends Turn {
  readonly go: (leave: Leave | null) => void;
}

/**
 * Holds the requests of a client back, so that many calls at once keep to the key's limit: none of them
 * meets a 429, and none is lost. It learns the limit from the replies' headers. The first request of a
 * window goes alone, and its reply tells how many may follow; the others wait for the next window, in
 * their order. Waiting is not part of `timeoutMs`, but of `deadlineMs`.
 *
 * One limiter is for one key. What other processes send with the key is seen by the headers too; a 429
 * that they cause is waited for like any other.
 *
 * @throws {UsageError} when an option is not valid
 * @example
 * ```ts
 * const client = new FieldInspection({ limiter: createLimiter() });
 * const sessions = await Promise.all(addresses.map((notes) => client.sessions.create({ notes })));
 * ```
 */
export function createLimiter(options: LimiterOptions = {}): Limiter {
  checkOptions(options, ['concurrency']);
  const { concurrency = 32 } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1)
    throw new UsageError('concurrency must be a whole number from 1');
  const queue = new Set<Waiter>();
  const window = createWindow();
  let inFlight = 0;
  let isAsleep = false;

  function begin(waiter: Waiter): void {
    queue.delete(waiter);
    inFlight += 1;
    const learn = window.take();
    waiter.go((headers) => {
      inFlight -= 1;
      learn(headers, waiter.runtime.now(), inFlight);
      admit();
    });
  }

  function admit(): void {
    for (const waiter of queue) {
      const waitMs = window.findWait(waiter.runtime.now());
      if (waiter.endsAtMs <= waiter.runtime.now() + waitMs) {
        queue.delete(waiter);
        waiter.go(null);
      } else if (waitMs === 0 && inFlight < concurrency && window.isOpen()) begin(waiter);
      else if (waitMs > 0) wake(waiter, waitMs);
    }
  }

  /** Sleeps once for all that wait. */
  function wake({ runtime }: Waiter, waitMs: number): void {
    if (isAsleep) return;
    isAsleep = true;
    void runtime.sleep(waitMs, undefined).then(() => {
      isAsleep = false;
      admit();
    });
  }

  return {
    enter: (turn) =>
      new Promise((resolve) => {
        const onAbort = () => {
          queue.delete(waiter);
          waiter.go(null);
        };
        const waiter: Waiter = {
          ...turn,
          go: (leave) => {
            turn.signal?.removeEventListener('abort', onAbort);
            resolve(leave);
          },
        };
        turn.signal?.addEventListener('abort', onAbort);
        queue.add(waiter);
        admit();
      }),
  };
}

interface Window {
  readonly left: number;
  /** The window's end by the service's clock, which also names the window. */
  readonly reset: number;
  readonly endsAtMs: number;
}

/** Nothing is known of the service's window until the first reply. */
function createWindow() {
  let known: Window | null = null;
  let lastReset = 0;
  let isProbing = false;

  function learn(
    headers: Pick<WebHeaders, 'get'>,
    nowMs: number,
    seen: { inFlight: number; isProbe: boolean },
  ) {
    const told = readRateLimit(headers);
    if (!told) return;
    const reset = +told.reset;
    const endsAtMs = nowMs + measureRest(headers, told.reset, nowMs);
    if (known?.reset === reset) {
      // A reply that was long on its way makes the end look later than it is.
      known = {
        reset,
        left: Math.min(known.left, told.remaining),
        endsAtMs: Math.min(known.endsAtMs, endsAtMs),
      };
    } else if (reset > lastReset || (seen.isProbe && known === null)) {
      // Requests under way may not be counted yet.
      known = { reset, left: told.remaining - seen.inFlight, endsAtMs };
      lastReset = reset;
    }
  }

  return {
    /** Gives the wait for the next window when this one is used up. */
    findWait(nowMs: number): number {
      if (known && nowMs >= known.endsAtMs) known = null;
      return known && known.left < 1 ? known.endsAtMs - nowMs : 0;
    },
    isOpen: () => known !== null || !isProbing,
    take() {
      const isProbe = known === null;
      if (isProbe) isProbing = true;
      if (known) known = { ...known, left: known.left - 1 };
      return (headers: Pick<WebHeaders, 'get'> | null, nowMs: number, inFlight: number) => {
        if (isProbe) isProbing = false;
        if (headers) learn(headers, nowMs, { inFlight, isProbe });
      };
    },
  };
}
