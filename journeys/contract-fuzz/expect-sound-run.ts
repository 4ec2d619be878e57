import { expect } from 'vitest';
import type { FuzzRun } from './fuzz-contract.ts';
import { listTargets } from './plan-requests.ts';

/** No fault; and the run reached everything, with requests that were answered as well as refused. */
export const expectSoundRun = ({ faults, answers }: FuzzRun): void => {
  expect(faults).toEqual([]);
  const reached = new Set(answers.map(({ name }) => name));
  expect(listTargets().filter(({ name }) => !reached.has(name))).toEqual([]);
  const shareOf = (from: number, to: number): number =>
    answers.filter(({ status }) => status >= from && status < to).length / answers.length;
  console.log(`${answers.length} replies, of which ${Math.round(100 * shareOf(200, 300))} % were a success`);
  expect(shareOf(200, 300)).toBeGreaterThan(0.2);
  expect(shareOf(400, 500)).toBeGreaterThan(0.2);
};
