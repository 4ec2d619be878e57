import { expect, it } from 'vitest';
import { findDrift } from './find-drift.ts';

it('names what is missing, changed and left over', () => {
  const actual = new Map([
    ['same.ts', 'a'],
    ['changed.ts', 'b'],
    ['stray.ts', 'c'],
  ]);
  const expected = new Map([
    ['same.ts', 'a'],
    ['changed.ts', 'B'],
    ['new.ts', 'd'],
  ]);
  expect(findDrift(actual, expected)).toEqual([
    'new.ts is missing',
    'changed.ts is not what the contract gives',
    'stray.ts has no resource',
  ]);
  expect(findDrift(expected, expected)).toEqual([]);
});
