import { setTimeout as sleep } from 'node:timers/promises';

/** Begins work at each tick until the signal, whether that before is done or not; at most so many at once. */
export const everyMs = async (
  ms: number,
  { signal, atMost = 20 }: { signal: AbortSignal; atMost?: number },
  work: (turn: number) => Promise<unknown>,
): Promise<void> => {
  const underWay = new Set<Promise<unknown>>();
  for (let turn = 0; !signal.aborted; turn++) {
    if (underWay.size < atMost) {
      const begun = work(turn).catch(() => {});
      underWay.add(begun);
      void begun.then(() => underWay.delete(begun));
    }
    await pause(ms, signal);
  }
  await Promise.all(underWay);
};

/** Does work again and again until the signal, in so many loops at once. */
export const inLoops = async (
  loops: number,
  signal: AbortSignal,
  work: (loop: number) => Promise<unknown>,
): Promise<void> => {
  const run = async (loop: number): Promise<void> => {
    while (!signal.aborted) await work(loop).catch(() => pause(100, signal));
  };
  await Promise.all(Array.from({ length: loops }, (_, loop) => run(loop)));
};

/** Waits so long, or until the signal. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
