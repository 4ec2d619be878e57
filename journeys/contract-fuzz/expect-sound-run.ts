import { expect } from 'vitest';
import type { FuzzRun } from './fuzz-contract.ts';
import { listTargets } from './plan-requests.ts';

/** No fault; and the run reached everything, with requests that were answered as well as refused. */
export const expectSoundRun = ({ faults, answers }: FuzzRun): void => {
  if (process.env['FUZZ_SHOW'])
    console.log(
      [...answers]
        .map(
          ([n, c]) =>
            `${n} ${[...c]
              .sort()
              .map(([s, k]) => `${s}×${k}`)
              .join(' ')}`,
        )
        .join('\n'),
    );
  expect(faults).toEqual([]);
  expect([...answers.keys()].sort()).toEqual(
    listTargets()
      .map(({ name }) => name)
      .sort(),
  );
  const counts = [...answers.values()].flatMap((statuses) => [...statuses]);
  const shareOf = (from: number, to: number): number => {
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    return (
      counts.filter(([status]) => status >= from && status < to).reduce((sum, [, count]) => sum + count, 0) /
      total
    );
  };
  expect(shareOf(200, 300)).toBeGreaterThan(0.15);
  expect(shareOf(400, 500)).toBeGreaterThan(0.15);
};
