import { expect } from 'vitest';
import type { FuzzRequest, FuzzRun } from './fuzz-contract.ts';
import { OPERATIONS } from '../requests/operations.ts';

/** Everything was reached, with answered and refused requests. */
export const expectSoundRun = ({ faults, answers }: FuzzRun): void => {
  expect(faults).toEqual([]);
  const reached = new Set(answers.map(({ name }) => name));
  expect(OPERATIONS.filter(({ name }) => !reached.has(name))).toEqual([]);
  const shareOf = (from: number, to: number): number =>
    answers.filter(({ status }) => status >= from && status < to).length / answers.length;
  console.log(`${answers.length} replies, of which ${Math.round(100 * shareOf(200, 300))} % were a success`);
  expect(shareOf(200, 300)).toBeGreaterThan(0.2);
  expect(shareOf(400, 500)).toBeGreaterThan(0.2);
};

/** FUZZ_SEED and FUZZ_REQUESTS repeat the run that is printed. */
export const readRun = ({ seed, count }: FuzzRequest): FuzzRequest => {
  const { FUZZ_SEED = seed, FUZZ_REQUESTS = count } = process.env;
  console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_REQUESTS=${FUZZ_REQUESTS}`);
  return { seed: Number(FUZZ_SEED), count: Number(FUZZ_REQUESTS) };
};
