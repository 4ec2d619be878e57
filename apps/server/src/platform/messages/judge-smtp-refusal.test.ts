import { expect, test } from 'vitest';
import { judgeSmtpRefusal } from './judge-smtp-refusal.ts';

test.each([
  [550, '550 5.1.1 <ada@example.com> is unknown', 'unknown_recipient'],
  [553, '553-5.1.3 no such address\n553 5.1.3 ada', 'unknown_recipient'],
  [550, '550 5.2.1 mailbox disabled', 'unknown_recipient'],
  [552, '552 5.2.2 over quota', 'mailbox_full'],
  [550, '550 5.7.1 looks like spam', 'blocked'],
  [550, '550 5.1.8 bad sender', 'refused'],
  [550, '550 5.2.3 too long', 'refused'],
  [554, '554 no 5.1.1 here', 'refused'],
  [554, undefined, 'refused'],
  [535, '535 5.7.8 authentication failed', null],
  [530, '530 5.7.0 must issue STARTTLS first', null],
  [451, '451 4.7.1 greylisted', null],
  [421, '421 too busy', null],
  ['550', '550 5.1.1', null],
  [undefined, undefined, null],
])('%s %s: %s', (responseCode, response, reason) => {
  expect(judgeSmtpRefusal({ responseCode, response })).toBe(reason);
});

test.each([null, undefined, 'no', new Error('connect ECONNREFUSED')])('%s may be tried again', (error) => {
  expect(judgeSmtpRefusal(error)).toBeNull();
});
