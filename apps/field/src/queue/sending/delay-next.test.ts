import { expect, test } from 'vitest';
import { delayNext, heedService } from './delay-next.ts';

test('it waits twice as long each time, up to a minute', () => {
  expect([1, 2, 3, 6, 7, 100, 5000].map((failures) => delayNext(failures, 1))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test('it spreads over the upper half, so that not all come back at once', () => {
  expect([0, 0.5, 1].map((random) => delayNext(3, random))).toEqual([2000, 3000, 4000]);
});

test('the service says when to come back, but for ten minutes at most', () => {
  expect(heedService(1_000, 0)).toBe(1_000);
  expect(heedService(1_000, 9_000)).toBe(9_000);
  expect(heedService(60_000, 9_000)).toBe(60_000);
  // A timer of more than 2^31 ms would fire at once.
  for (const seconds of [86_400, 2 ** 31, Number.MAX_VALUE])
    expect(heedService(1_000, seconds * 1000)).toBe(600_000);
});
