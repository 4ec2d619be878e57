import { expect, test } from 'vitest';
import { judgeReply } from './judge-drawing.ts';

test.each([
  [401, 'unauthenticated', 'access'],
  [409, 'session.already_ended', 'ended'],
  [409, 'quota_reached', 'quota'],
  [409, 'version_conflict', 'conflict'],
  [400, 'validation_error', 'refused'],
  [404, undefined, 'refused'],
] as const)('%i %s is %s', (status, code, trouble) => {
  expect(judgeReply({ status, code })).toBe(trouble);
});

test.each([
  [408, undefined],
  [409, 'evidence_not_ready'],
  [409, 'idempotency_in_flight'],
  [429, 'rate_limited'],
  [503, undefined],
])('a service that replies %i %s is busy, and the network is there', (status, code) => {
  expect(judgeReply({ status, code })).toBe('busy');
});

test('no reply is no network', () => {
  expect(judgeReply({})).toBe('offline');
});
