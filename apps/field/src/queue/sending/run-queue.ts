import { delayNext, heedService } from './delay-next.ts';
import type { KeptItem, Trouble } from '../shelf/queue-item.ts';
import type { Hindrance } from './send-item.ts';

export type Run = {
  look: () => { waiting: readonly KeptItem[]; isAllowed: boolean; isOnline: boolean };
  send: (item: KeptItem) => Promise<Hindrance | undefined>;
  onTrouble: (trouble: Trouble | undefined) => void;
  /** The device's right has ended: nothing that waits can be sent. */
  onAccessLost: () => Promise<void>;
  bell: Bell;
  random: () => number;
  signal: AbortSignal;
};

const OFFLINE_MS = 60_000;
/** After so many failures in a row the person is told. */
const TOLD_FAILURES = 3;

/**
 * Sends the oldest waiting item first, one at a time. After a failure another item is taken, so that none blocks the
 * rest.
 */
export const runQueue = async (run: Run): Promise<void> => {
  const { look, send, onTrouble, onAccessLost, bell, random, signal } = run;
  const failuresOf = new Map<string, number>();
  let failures = 0;
  // Failures since the last success; a ring of the bell does not reset them.
  let failuresInAll = 0;
  // Becomes false once the browser's "offline" has proved wrong.
  let isOfflineTrue = true;
  while (!signal.aborted) {
    const { waiting, isAllowed, isOnline } = look();
    const item = pickNext(waiting, failuresOf);
    if (!item || !isAllowed) {
      onTrouble(item && 'consent');
      await bell.wait();
      failures = 0;
      continue;
    }
    if (!isOnline && isOfflineTrue) {
      onTrouble('offline');
      // The browser may wrongly say "offline", as on a device that runs the server itself: after a while it is tried
      // all the same.
      if (await bell.wait(OFFLINE_MS)) continue;
    }
    const hindrance = await send(item).catch((): Hindrance => ({ kind: 'again', retryAfterMs: 0 }));
    if (signal.aborted) return;
    failuresInAll = hindrance ? failuresInAll + 1 : 0;
    onTrouble(hindrance && describeTrouble(hindrance, failuresInAll));
    if (!hindrance) {
      isOfflineTrue &&= isOnline;
      failures = 0;
      continue;
    }
    failures += 1;
    failuresOf.set(item.id, (failuresOf.get(item.id) ?? 0) + 1);
    if (hindrance.kind === 'access') await onAccessLost().catch(() => {});
    const delayMs = waitFor(hindrance, delayNext(failures, random()));
    // The bell tells news, such as that the network is back.
    if (await bell.wait(delayMs)) failures = 0;
  }
};

export const pickNext = (
  waiting: readonly KeptItem[],
  failuresOf: ReadonlyMap<string, number>,
): KeptItem | undefined => {
  const failuresOfItem = ({ id }: KeptItem) => failuresOf.get(id) ?? 0;
  return [...waiting].sort(
    (one, other) => failuresOfItem(one) - failuresOfItem(other) || one.addedAtMs - other.addedAtMs,
  )[0];
};

const describeTrouble = ({ kind }: Hindrance, failures: number): Trouble | undefined => {
  if (kind === 'unreached') return 'offline';
  if (kind === 'consent') return 'consent';
  return failures >= TOLD_FAILURES ? 'again' : undefined;
};

const waitFor = (hindrance: Hindrance, delayMs: number): number | undefined => {
  if (hindrance.kind === 'consent') return undefined;
  return hindrance.kind === 'again' ? heedService(delayMs, hindrance.retryAfterMs) : delayMs;
};

/** A ring without a waiter wakes the next waiter, so that no ring is missed. */
export const createBell = () => {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: (): void => {
      isRung = true;
      wake?.();
    },
    wait: async (timeoutMs?: number): Promise<boolean> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (!isRung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
        });
      }
      clearTimeout(timer);
      const wasRung = isRung;
      [isRung, wake] = [false, undefined];
      return wasRung;
    },
  };
};

type Bell = ReturnType<typeof createBell>;
