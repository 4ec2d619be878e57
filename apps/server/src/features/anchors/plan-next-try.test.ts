import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planNextTry } from './enqueue-try.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const createdAt = new Date('2026-11-20T15:06:00.000Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);

const listTries = (): number[] => {
  const tries = [0];
  for (;;) {
    const next = planNextTry({ failureCount: tries.length, createdAt, now: after(tries.at(-1)!) });
    if (!next) return tries;
    tries.push(next.getTime() - createdAt.getTime());
  }
};

describe('planNextTry', () => {
  it('waits a minute, then twice as long each time, at most six hours', () => {
    const tries = listTries();
    const delays = tries.slice(1).map((at, index) => (at - tries[index]!) / MINUTE_MS);
    expect(delays.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(new Set(delays.slice(9))).toEqual(new Set([360]));
  });

  it('goes on for seven days, and gives up then', () => {
    const last = listTries().at(-1)!;
    expect(last).toBeLessThanOrEqual(7 * DAY_MS);
    expect(last).toBeGreaterThan(6.75 * DAY_MS);
  });

  it('never comes at once, nor later than the seventh day, whenever the failure is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 8 * DAY_MS }),
        (failureCount, ms) => {
          const next = planNextTry({ failureCount, createdAt, now: after(ms) });
          if (!next) return void expect(ms).toBeGreaterThan(6.75 * DAY_MS);
          expect(next.getTime() - after(ms).getTime()).toBeGreaterThanOrEqual(MINUTE_MS);
          expect(next.getTime()).toBeLessThanOrEqual(after(7 * DAY_MS).getTime());
        },
      ),
    );
  });
});
