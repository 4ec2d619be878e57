import { expect, test } from 'vitest';
import { delayNext } from './delay-next.ts';

test('it waits twice as long each time, up to a minute', () => {
  expect([1, 2, 3, 6, 7, 100, 5000].map((failures) => delayNext(failures, 1))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test('it spreads over the upper half, so that not all come back at once', () => {
  expect([0, 0.5, 1].map((random) => delayNext(3, random))).toEqual([2000, 3000, 4000]);
});
