import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planNextAttempt } from './judge-attempt.ts';

const SPECIFIED_MS = [30_000, 300_000, 3_600_000, 21_600_000, 86_400_000];
const failedAt = new Date('2026-11-20T12:00:00.000Z');

const planDelayMs = (plan: { failureCount: number; retryAfter?: string | null; delaysMs?: number[] }) => {
  const next = planNextAttempt({ delaysMs: SPECIFIED_MS, retryAfter: null, failedAt, ...plan });
  return next && next.getTime() - failedAt.getTime();
};

describe('planNextAttempt', () => {
  test('the first five failures are retried after 30 s, 5 min, 1 h, 6 h and 24 h, the sixth is the last', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((failureCount) => planDelayMs({ failureCount }));
    expect(delays).toEqual([...SPECIFIED_MS, undefined, undefined]);
  });

  test.each([
    ['shorter than the step', '5', 30_000],
    ['between the step and the next', '120', 120_000],
    ['longer than the next step', '7200', 300_000],
    ['a date between the step and the next', 'Fri, 20 Nov 2026 12:02:00 GMT', 120_000],
    ['a date in the past', 'Fri, 20 Nov 2026 11:00:00 GMT', 30_000],
    ['a day that is none', 'Fri, 99 Nov 2026 12:02:00 GMT', 30_000],
    ['negative', '-120', 30_000],
    ['a fraction', '120.5', 30_000],
    ['another form of date', '2026-11-20T12:02:00Z', 30_000],
    ['more digits than any wait has', '9'.repeat(200), 30_000],
    ['words', 'later', 30_000],
    ['empty', '', 30_000],
  ])('a Retry-After that is %s waits within this step and the next', (_, retryAfter, expected) => {
    expect(planDelayMs({ failureCount: 1, retryAfter })).toBe(expected);
  });

  test('a Retry-After can not add a step: the last retry keeps its time, and after it comes none', () => {
    expect(planDelayMs({ failureCount: 5, retryAfter: '999999' })).toBe(86_400_000);
    expect(planDelayMs({ failureCount: 6, retryAfter: '60' })).toBeUndefined();
  });

  test('whatever the receiver sends, the next attempt is never before its step nor after the next one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.oneof(
          fc.string(),
          fc.nat().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (delaysMs, permit, retryAfter) => {
          const step = permit % delaysMs.length;
          const delayMs = planDelayMs({ failureCount: step + 1, retryAfter, delaysMs })!;
          expect(delayMs).toBeGreaterThanOrEqual(delaysMs[step]!);
          expect(delayMs).toBeLessThanOrEqual(Math.max(delaysMs[step]!, delaysMs[step + 1] ?? 0));
        },
      ),
    );
  });
});
