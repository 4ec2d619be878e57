import {
  addCounts,
  inMs,
  judgeAtMost,
  listCounts,
  medianOf,
  sumOf,
  tell,
  withRange,
  type Counts,
  type Finding,
} from './harness/figures.ts';

/** `ownDelayMs`: p99 of the measuring process's own delay; no figure is more exact than that. */
export type Waits = { p50Ms: number; p99Ms: number; refused: number; ownDelayMs: number };

export type Round = { alone: Waits; beside: Waits; outcomes: Counts };

/** `worst`: the filter that took longest, with its p50 when it was asked alone. */
export type Queues = { worst: { filter: string; p50Ms: number }; rounds: Round[] };

const FACTOR = 2;
const FLOOR_MS = 100;

/** The median of the phases' p99 counts, since another program may disturb any phase. */
export const judgeQueues = ({ worst, rounds }: Queues): Finding[] => {
  const of = (phase: 'alone' | 'beside', value: keyof Waits) => rounds.map((round) => round[phase][value]);
  const [alone, beside] = [of('alone', 'p99Ms'), of('beside', 'p99Ms')];
  const limitMs = Math.max(FACTOR * medianOf(alone), FLOOR_MS);
  const refused = sumOf([...of('alone', 'refused'), ...of('beside', 'refused')]);
  const late = [of('alone', 'ownDelayMs'), of('beside', 'ownDelayMs')].map(medianOf);
  const get = 'GET session of another organisation';
  return [
    tell(`the slowest filter asked alone: ${worst.filter}, p50`, inMs(worst.p50Ms)),
    tell(`${get}, p50 alone`, withRange(of('alone', 'p50Ms'), inMs)),
    tell(`${get}, p50 beside`, withRange(of('beside', 'p50Ms'), inMs)),
    tell(`${get}, p99 alone`, withRange(alone, inMs)),
    judgeAtMost(`${get}, p99 beside 64 lists`, medianOf(beside), {
      most: limitMs,
      result: withRange(beside, inMs),
      limit: `≤ ${inMs(limitMs)}`,
    }),
    judgeAtMost('GETs of another organisation that were refused', refused, { most: 0 }),
    tell('how the lists ended', listCounts(addCounts(rounds.map(({ outcomes }) => outcomes)))),
    tell('how late the measuring process was itself, p99: alone, beside', late.map(inMs).join(', ')),
  ];
};
