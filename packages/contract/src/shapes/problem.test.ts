import { describe, expect, test } from 'vitest';
import { ERROR_CODES, ERRORS } from './errors.ts';
import { InviteExpiredProblem, OtpInvalidProblem, OtpRequiredProblem, Problem } from './problem.ts';

const problem = {
  type: 'https://example.com/docs/errors#otp_required',
  title: ERRORS.otp_required.title,
  status: 401,
  detail: 'otp_required',
  code: 'otp_required',
  request_id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
};

describe('Problem', () => {
  test.each(ERROR_CODES)('%s is a code', (code) => {
    expect(Problem.safeParse({ ...problem, code }).success).toBe(true);
  });

  test('a code that is not in the table is refused: a route can not make one up', () => {
    expect(Problem.safeParse({ ...problem, code: 'made_up' }).success).toBe(false);
  });

  test.each(Object.keys(problem))('%s is always there', (field) => {
    expect(Problem.safeParse({ ...problem, [field]: undefined }).success).toBe(false);
  });

  test('keeps fields that it does not know', () => {
    expect(Problem.parse({ ...problem, hint: 'x' })).toEqual({ ...problem, hint: 'x' });
  });

  test('names each part of the request that is not valid', () => {
    const errors = [{ path: 'body.notes', code: 'too_big', message: 'must be shorter' }];
    expect(Problem.parse({ ...problem, errors }).errors).toEqual(errors);
    expect(Problem.safeParse({ ...problem, errors: [{ path: 'body.notes' }] }).success).toBe(false);
  });
});

test('otp_required says where the code went', () => {
  const channels = { channels: ['email'], channel_hint_email: 'a•••@e•••.com', channel_hint_phone: null };
  expect(OtpRequiredProblem.safeParse({ ...problem, ...channels }).success).toBe(true);
  expect(OtpRequiredProblem.safeParse({ ...problem, ...channels, channels: ['fax'] }).success).toBe(false);
  expect(OtpRequiredProblem.safeParse(problem).success).toBe(false);
});

test('otp_invalid says how many attempts are left', () => {
  const wrong = { ...problem, code: 'otp_invalid', detail: 'otp_invalid' };
  expect(OtpInvalidProblem.safeParse({ ...wrong, attempts_remaining: 4 }).success).toBe(true);
  expect(OtpInvalidProblem.safeParse({ ...wrong, attempts_remaining: 0.5 }).success).toBe(false);
  expect(OtpInvalidProblem.safeParse(wrong).success).toBe(false);
});

test('invite_expired may say whether the session is over', () => {
  const expired = { ...problem, status: 410, code: 'invite_expired', detail: 'invite_expired' };
  for (const more of [{}, { session_ended: true }, { session_ended: false }])
    expect(InviteExpiredProblem.safeParse({ ...expired, ...more }).success).toBe(true);
  expect(InviteExpiredProblem.safeParse({ ...expired, session_ended: 'yes' }).success).toBe(false);
});
