import {
  ERROR_CODES,
  ERRORS,
  OtpInvalidProblem,
  OtpRequiredProblem,
  Problem,
} from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { describeProblemExample } from './problem-examples.ts';

test.each(ERROR_CODES)('the example of %s is a problem of this code', (code) => {
  const { summary, value } = describeProblemExample(code);
  expect(summary).toBe(ERRORS[code].title);
  expect(Problem.parse(value)).toMatchObject({ ...ERRORS[code], code });
});

test('the join problems with members of their own have them', () => {
  expect(OtpRequiredProblem.safeParse(describeProblemExample('otp_required')['value']).success).toBe(true);
  expect(OtpInvalidProblem.safeParse(describeProblemExample('otp_invalid')['value']).success).toBe(true);
});

test('the detail of a join error is its code, that of another is a sentence', () => {
  const words = ERROR_CODES.filter((code) => {
    const { detail } = describeProblemExample(code)['value'] as { detail: string };
    return detail === code;
  });
  expect(words).toEqual([
    'otp_required',
    'otp_invalid',
    'otp_expired',
    'otp_not_required',
    'invite_redeemed',
    'invite_expired',
    'otp_locked',
  ]);
});
