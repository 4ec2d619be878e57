import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that the processes of one machine agree on to a fraction of one, and that never step. */
export const monotonicMs = (): number => performance.timeOrigin + performance.now();

/** Takes so many turns, one after the other, and gives the result of each. */
export const inTurn = async <Result>(
  count: number,
  take: (turn: number) => Result | Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (let turn = 0; turn < count; turn++) results.push(await take(turn));
  return results;
};

/** Rounds: what is compared is measured by turns in each, so that what befalls the machine befalls all of it. */
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

/** Begins so many a second, each at its time whether those before it are done or not, and waits for all. */
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

/** Asks again and again until the answer is yes; whoever asks in vain for so long is told what was waited for. */
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
