import { expect, test } from 'vitest';
import { judgeReply } from './judge-reply.ts';

test.each([
  [401, 'unauthenticated', 'access'],
  [409, 'session.already_ended', 'ended'],
  [409, 'quota_reached', 'quota'],
  [409, 'version_conflict', 'conflict'],
  [409, 'evidence_not_ready', 'offline'],
  [409, 'idempotency_in_flight', 'offline'],
  [400, 'validation_error', 'refused'],
  [429, 'rate_limited', 'offline'],
  [503, undefined, 'offline'],
  [404, undefined, 'refused'],
] as const)('%i %s is %s', (status, code, trouble) => {
  expect(judgeReply(status, code)).toBe(trouble);
});
