import { describe, expect, test } from 'vitest';
import { judgeAttempt, FAILING_DAYS, judgeReceiver } from './judge-attempt.ts';

const DAYS_MS = FAILING_DAYS * 86_400_000;
const now = new Date('2026-11-20T12:00:00.000Z');
const daysAgo = new Date(now.getTime() - DAYS_MS);
const almost = new Date(daysAgo.getTime() + 1);

const judge = (outcome: number | 'timeout' | 'secret_unavailable' | 'aborted', failingSince: Date | null) => {
  const answer =
    typeof outcome === 'number'
      ? ({
          ok: true,
          status: outcome,
          headers: {},
          bodyExcerpt: '',
          durationMs: 1,
        } as const)
      : ({ ok: false, errorClass: outcome, message: '', durationMs: 1 } as const);
  const delivery = { status: 'pending', failure_count: 0 };
  return judgeReceiver(judgeAttempt(answer, { delivery, delaysMs: [1_000], now }), { failingSince, now });
};

describe('a receiver', () => {
  test.each([
    [200, null],
    [204, almost],
    [200, daysAgo],
  ])('that answers %i is well, failing since %s or not', (status, failingSince) => {
    expect(judge(status, failingSince)).toEqual({ health: 'well', disabledFor: null });
  });

  test.each([
    [500, null],
    ['timeout', null],
    [500, almost],
    [404, almost],
  ] as const)(
    'that fails with %s is failing, and not given up before its days are over',
    (outcome, since) => {
      expect(judge(outcome, since)).toEqual({ health: 'failing', disabledFor: null });
    },
  );

  test.each([500, 'timeout'] as const)('that fails with %s after its days is disabled', (outcome) => {
    expect(judge(outcome, daysAgo)).toEqual({ health: 'failing', disabledFor: 'days' });
  });

  test.each([null, almost, daysAgo])('that says 410 is gone at once (failing since %s)', (failingSince) => {
    expect(judge(410, failingSince)).toEqual({ health: 'failing', disabledFor: 'gone' });
  });

  test.each(['secret_unavailable', 'aborted'] as const)(
    'is not judged by what this server did: %s',
    (outcome) => {
      expect(judge(outcome, daysAgo)).toEqual({ health: 'unknown', disabledFor: null });
    },
  );
});
