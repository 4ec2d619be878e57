import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Smaller differences mean nothing: code may be cold, and memory comes in pages. */
const FLOOR_MS = 4;

/**
 * Most that doubling the size may multiply the cost: linear work doubles it, quadratic work has four times the cost.
 */
const MOST_TIMES = 3;

/** Longest time for which one input may hold a thread that serves everybody. */
const MOST_MS = 50;

/** The first size is so many doublings below the largest. */
const DOUBLINGS = 12;

/** Runs of a suspect, of which the shortest counts: load only makes a run longer. */
const REPEATS = 11;

export type Growing<Input> = {
  name: string;
  /** Not measured itself. */
  make: (size: number) => Input;
  /** The measured work. It may accept or refuse the input, or throw. */
  handle: (input: Input) => unknown;
  /** Largest size that the service lets through to the work. */
  largest: number;
  /** Milliseconds that one input may cost; 50 unless given. */
  mostMs?: number;
  /** Milliseconds below which a time means nothing; 4 unless given, more where there is much garbage to collect. */
  floorMs?: number;
  spentMs?: () => number;
};

/**
 * Says how the cost of an input grows too fast, or is too high; undefined when neither is so. It grows too fast where
 * an input costs over three times as much as one of half its size, beyond a floor. Sizes double from small ones, so
 * that unbounded work is found before one has to wait for it.
 *
 * @example await measureGrowth({ name: 'a body', make: (size) => '['.repeat(size), handle: readBody, largest: 262_144
 *   });
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
    // Most inputs are refused.
  }
  return { size, ms: spentMs() - begunMs };
};

// Garbage of making an input is collected before the measurement.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// Linux tells a single thread's time only in ticks of some milliseconds.
const spentByProcess = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const isSuspect = (
  { mostMs = MOST_MS, floorMs = FLOOR_MS }: { mostMs?: number; floorMs?: number },
  half: Run | undefined,
  { ms }: Run,
): boolean => ms > mostMs || (half !== undefined && ms > MOST_TIMES * Math.max(half.ms, floorMs));

/** The least time of both sizes decides. The half is measured last, when its code is warmest. */
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
