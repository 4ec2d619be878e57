import { describe, expect, test } from 'vitest';
import { judgeAttempt } from './judge-attempt.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const delaysMs = [30_000, 300_000];

const answer = (status: number, retryAfter: string | null = null) => ({
  ok: true as const,
  status,
  headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  bodyExcerpt: '',
  durationMs: 1,
});

const noAnswer = (errorClass: string) => ({
  ok: false as const,
  errorClass,
  message: '',
  durationMs: 1,
});

const judge = (outcome: Parameters<typeof judgeAttempt>[0], failure_count = 0) =>
  judgeAttempt(outcome, { delivery: { status: 'pending', failure_count }, delaysMs, now });

describe('judgeAttempt', () => {
  test.each([200, 201, 202, 204, 299])('%i delivers, and leaves nothing due', (status) => {
    expect(judge(answer(status))).toMatchObject({
      attemptOutcome: 'delivered',
      status: 'delivered',
      failureCount: 0,
      nextAttemptAt: null,
      responseStatus: status,
    });
  });

  test.each([301, 302, 307, 308, 304, 400, 404, 409, 410, 429, 500, 503])(
    '%i fails: the next step of the schedule counts from now',
    (status) => {
      expect(judge(answer(status))).toMatchObject({
        attemptOutcome: 'failed',
        status: 'failed',
        failureCount: 1,
        nextAttemptAt: new Date(now.getTime() + 30_000),
        responseStatus: status,
        errorClass: null,
      });
    },
  );

  test.each([
    'blocked_url',
    'blocked_address',
    'dns',
    'unreachable',
    'refused',
    'reset',
    'tls',
    'timeout',
    'protocol',
  ] as const)('no answer (%s) fails, with its reason and no status', (errorClass) => {
    expect(judge(noAnswer(errorClass))).toMatchObject({
      attemptOutcome: 'failed',
      status: 'failed',
      failureCount: 1,
      responseStatus: null,
      errorClass,
    });
  });

  test('the failure after the last retry drops the delivery', () => {
    expect(judge(answer(500), 1)).toMatchObject({ status: 'failed', failureCount: 2 });
    expect(judge(answer(500), 2)).toMatchObject({ status: 'dropped', failureCount: 3, nextAttemptAt: null });
  });

  test('an attempt that this process gave up counts as no failure and is due again at once', () => {
    expect(judge(noAnswer('aborted'), 2)).toMatchObject({
      attemptOutcome: 'interrupted',
      status: 'pending',
      failureCount: 2,
      nextAttemptAt: now,
    });
  });

  test('a secret that does not open is a failure like any other, so the schedule ends it', () => {
    const outcome = {
      ok: false as const,
      errorClass: 'secret_unavailable' as const,
      message: 'The signing secret could not be read.',
      durationMs: 0,
    };
    expect(judge(outcome)).toMatchObject({ attemptOutcome: 'failed', status: 'failed', failureCount: 1 });
    expect(judge(outcome, 2)).toMatchObject({ status: 'dropped' });
  });

  test('an answer is kept with what it said, whatever its status', () => {
    for (const status of [200, 500]) {
      const outcome = { ...answer(status), bodyExcerpt: 'out of order', durationMs: 12.6 };
      expect(judge(outcome)).toMatchObject({
        responseExcerpt: 'out of order',
        durationMs: 13,
        error: null,
        errorClass: null,
      });
    }
  });

  test('no answer is kept with its reason, made fit for PostgreSQL: a certificate may put U+0000 into it', () => {
    const outcome = { ...noAnswer('tls'), message: 'not for a\u0000b\ud800', durationMs: 1.2 };
    expect(judge(outcome)).toMatchObject({
      responseExcerpt: null,
      durationMs: 1,
      error: 'not for a\ufffdb\ufffd',
      errorClass: 'tls',
    });
  });

  test('only 410 says that the receiver is gone', () => {
    const gone = [200, 301, 404, 410, 411, 500].filter((status) => judge(answer(status)).isGone);
    expect(gone).toEqual([410]);
  });

  test('Retry-After of an answer is heeded', () => {
    expect(judge(answer(429, '60')).nextAttemptAt).toEqual(new Date(now.getTime() + 60_000));
  });
});
