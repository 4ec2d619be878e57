import { delayNext, heedService } from './delay-next.ts';
import type { KeptItem, Trouble } from '../shelf/queue-item.ts';
import type { Hindrance } from './send-item.ts';

export type Run = {
  /** Gives the waiting items, and why none of them may be sent now. */
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
/** Failures in a row after which the person is told. */
const TOLD_FAILURES = 3;

/**
 * Sends waiting items, one at a time, the oldest first, until it is told to stop. After a failure it waits, and then
 * takes another item if there is one, so that none stands in the way of all.
 */
export const runQueue = async (run: Run): Promise<void> => {
  const { look, send, onTrouble, onAccessLost, bell, random, signal } = run;
  const failuresOf = new Map<string, number>();
  let failures = 0;
  // Counts failures since the last success; a ring does not reset it.
  let failuresInAll = 0;
  // True until "offline" has been found wrong.
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
      // The device may be wrong, as one that is the server, too: after a while it is tried all the same.
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
    // The bell means news, such as that the network is back.
    if (await bell.wait(delayMs)) failures = 0;
  }
};

/** Picks the oldest of the items that failed least. */
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

/** Creates a bell that wakes a waiter. A ring without a waiter wakes the next one, so that nothing is missed. */
export const createBell = () => {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: (): void => {
      isRung = true;
      wake?.();
    },
    /** Waits for a ring or the end of the time; true for a ring. */
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
