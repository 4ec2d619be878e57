import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The time below which a difference says nothing: it comes of code that is not warm, of memory that comes by pages. */
const FLOOR_MS = 4;

/**
 * The most that a size may cost more than its half: the cost doubles where it grows with the input, and is four times
 * where it is quadratic.
 */
const MOST_TIMES = 3;

/** The longest that one input may hold a thread that serves everybody. */
const MOST_MS = 50;

/** The first size is so many doublings below the largest. */
const DOUBLINGS = 12;

/** Runs of a suspect, of which the least counts: a loaded machine makes a run longer, and never shorter. */
const REPEATS = 11;

export type Growing<Input> = {
  /** The beginning of a fault's words. */
  name: string;
  /** Makes an input of a size. Its making is not measured. */
  make: (size: number) => Input;
  /** The work that is measured. Whether it takes or refuses the input, or throws, makes no difference. */
  handle: (input: Input) => unknown;
  /** The largest size that gets so far. */
  largest: number;
  /** The time that one input may cost, in ms; 50 unless given. */
  mostMs?: number;
  /** Milliseconds below which a time says nothing; 4 unless given, and more where there is much garbage to collect. */
  floorMs?: number;
  /** The processor time that was spent so far, in ms; that of this process unless given. */
  spentMs?: () => number;
};

/**
 * Says what is wrong with how the cost of an input grows with its size; undefined when nothing is. It is a fault where
 * an input costs over three times as much as one of half its size, beyond a floor, or where one costs more than it may.
 * The sizes grow by doubling, so that what has no bound is found before it has to be waited for.
 *
 * @example
 * await measureGrowth({ name: 'a body', make: (size) => '['.repeat(size), handle: readBody, largest: 262_144 });
 * // 'a body: 16384 cost 31.2 ms, and 8192 7.8 ms'
 */
export const measureGrowth = async <Input>(growing: Growing<Input>): Promise<string | undefined> => {
  const { name, largest } = growing;
  let half: Run | undefined;
  for (let doublings = DOUBLINGS; doublings >= 0; doublings--) {
    const size = Math.ceil(largest / 2 ** doublings);
    if (size === half?.size) continue;
    const run = await runOnce(growing, size);
    const fault = isSuspect(growing, half, run) ? await judgeAgain(growing, half, run) : undefined;
    if (fault) return `${name}: ${fault}`;
    half = run;
  }
  return undefined;
};

type Run = { size: number; ms: number };

const runOnce = async <Input>(
  { make, handle, spentMs = spentByProcess }: Growing<Input>,
  size: number,
  settle?: () => void,
): Promise<Run> => {
  const input = make(size);
  settle?.();
  const begunMs = spentMs();
  try {
    await handle(input);
  } catch {
    // A refusal is what most inputs come to.
  }
  return { size, ms: spentMs() - begunMs };
};

// Garbage of the making of an input is collected before the time is taken, and not meanwhile.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// Linux tells the time of a thread alone only from tick to tick, some milliseconds late.
const spentByProcess = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const isSuspect = (
  { mostMs = MOST_MS, floorMs = FLOOR_MS }: { mostMs?: number; floorMs?: number },
  half: Run | undefined,
  { ms }: Run,
): boolean => ms > mostMs || (half !== undefined && ms > MOST_TIMES * Math.max(half.ms, floorMs));

/** The least time of both sizes decides; the time of the half is found last, when its code is as warm as it gets. */
const judgeAgain = async <Input>(
  growing: Growing<Input>,
  half: Run | undefined,
  run: Run,
): Promise<string | undefined> => {
  const whole = await repeat(growing, run, (least) => isSuspect(growing, half, least));
  if (!isSuspect(growing, half, whole)) return undefined;
  const less = half && (await repeat(growing, half, () => true));
  if (!isSuspect(growing, less, whole)) return undefined;
  return `${whole.size} cost ${whole.ms.toFixed(1)} ms${less ? `, and ${less.size} ${less.ms.toFixed(1)} ms` : ''}`;
};

const repeat = async <Input>(
  growing: Growing<Input>,
  first: Run,
  isOpen: (least: Run) => boolean,
): Promise<Run> => {
  let least = first;
  for (let count = 1; count < REPEATS && isOpen(least); count++) {
    const run = await runOnce(growing, first.size, collectGarbage);
    if (run.ms < least.ms) least = run;
  }
  return least;
};
