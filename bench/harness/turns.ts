import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that never step, and on which the processes of a machine agree to a fraction of one. */
export const monotonicMs = (): number => performance.timeOrigin + performance.now();

export const inTurn = async <Result>(
  count: number,
  take: (turn: number) => Result | Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let turn = 0; turn < count; turn++) results.push(await take(turn));
  return results;
};

/** Each round measures all that is compared, so that a disturbance of the machine meets all of it. */
export const takeRounds = <Round>(count: number, take: (round: number) => Promise<Round>): Promise<Round[]> =>
  inTurn(count, (turn) => {
    console.error(`round ${turn + 1} of ${count} …`);
    return take(turn + 1);
  });

export const timeMs = async (work: () => unknown): Promise<number> => {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
};

/** Begins calls at a steady rate, whether those before are done or not, and waits for all. */
export const atTimes = async (
  { perSecond, seconds }: { perSecond: number; seconds: number },
  act: (turn: number) => Promise<unknown>,
): Promise<void> => {
  const beganMs = performance.now();
  const underWay = await inTurn(Math.round(perSecond * seconds), async (turn) => {
    const waitMs = beganMs + (1000 * turn) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    return { done: act(turn) };
  });
  await Promise.all(underWay.map(({ done }) => done));
};

/** Asks until the answer is yes; a timeout names what was waited for. */
export const waitFor = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { everyMs = 100, patienceMs = Infinity } = {},
): Promise<void> => {
  const deadlineMs = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain: ${what}`);
    await sleep(everyMs);
  }
};
