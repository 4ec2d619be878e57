import { expect, test } from 'vitest';
import { isForGood, judgeFailure, type Failure, type Verdict } from './judge-failure.ts';

test.each<[string, Failure, Verdict]>([
  ['no reply', { method: 'PATCH' }, { kind: 'unreached' }],
  ['a request that the browser gave up', { method: 'HEAD', status: 0 }, { kind: 'unreached' }],
  ['a dead token', { method: 'HEAD', status: 401 }, { kind: 'access' }],
  ['a withdrawn consent', { method: 'PATCH', status: 409, code: 'consent_required' }, { kind: 'consent' }],
  ['an upload that is no more', { method: 'HEAD', status: 404 }, { kind: 'anew', wasDamaged: false }],
  [
    'a key that began something else',
    { method: 'POST', status: 422, code: 'idempotency_key_reused' },
    { kind: 'anew', wasDamaged: false },
  ],
  [
    'bytes that arrived as others',
    { method: 'PATCH', status: 422, code: 'checksum_mismatch' },
    { kind: 'anew', wasDamaged: true },
  ],
  [
    'the end of the session',
    { method: 'POST', status: 409, code: 'session.already_ended' },
    { kind: 'refused', reason: 'ended' },
  ],
  ['no room', { method: 'POST', status: 413, code: 'quota_reached' }, { kind: 'refused', reason: 'quota' }],
  [
    'too many bytes',
    { method: 'POST', status: 413, code: 'payload_too_large' },
    { kind: 'refused', reason: 'too_large' },
  ],
  ['too many bytes for a proxy', { method: 'PATCH', status: 413 }, { kind: 'refused', reason: 'too_large' }],
  [
    'a damaged file, or no photo',
    { method: 'PATCH', status: 422, code: 'evidence_invalid' },
    { kind: 'refused', reason: 'unusable' },
  ],
  [
    'another offset',
    { method: 'PATCH', status: 409, code: 'upload_offset_conflict' },
    { kind: 'again', retryAfterMs: 0 },
  ],
  ['an upload that is held', { method: 'HEAD', status: 423 }, { kind: 'again', retryAfterMs: 0 }],
  [
    'too many requests',
    { method: 'POST', status: 429, code: 'rate_limited', retryAfterMs: 9000 },
    { kind: 'again', retryAfterMs: 9000 },
  ],
  ['a service that is not well', { method: 'POST', status: 503 }, { kind: 'again', retryAfterMs: 0 }],
  ['a portal that asks to log in', { method: 'POST', status: 511 }, { kind: 'again', retryAfterMs: 0 }],
  ['a portal that forbids', { method: 'POST', status: 403 }, { kind: 'again', retryAfterMs: 0 }],
  ['a list that is not there', { method: 'GET', status: 404 }, { kind: 'again', retryAfterMs: 0 }],
])('%s', (_, failure, verdict) => {
  expect(judgeFailure(failure)).toEqual(verdict);
});

test('what a file is itself is refused for good; what was in its way may be over', () => {
  const reasons = [
    'ended',
    'access',
    'quota',
    'too_large',
    'invalid',
    'unusable',
    'damaged',
    'lost',
  ] as const;
  expect(reasons.filter(isForGood)).toEqual(['too_large', 'invalid', 'unusable']);
});
