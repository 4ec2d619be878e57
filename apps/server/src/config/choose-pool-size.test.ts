import { expect, it } from 'vitest';
import { choosePoolSize } from './suit-host.ts';

it.each([
  [1, 6],
  [2, 6],
  [4, 12],
  [6, 18],
  [64, 20],
])('a pool on %i cores has %i connections', (cores, size) => {
  expect(choosePoolSize(cores)).toBe(size);
});
