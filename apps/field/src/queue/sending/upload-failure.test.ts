import { expect, test } from 'vitest';
import { readFailure } from './judge-failure.ts';

test('a problem tells its code, and when to come back', () => {
  const body = JSON.stringify({ code: 'rate_limited' });
  expect(readFailure('POST', { status: 429, body, retryAfter: '7' })).toEqual({
    method: 'POST',
    status: 429,
    code: 'rate_limited',
    retryAfterMs: 7000,
  });
});

test.each(['', '<html>', 'null', '{"code":7}'])('%j is nobody’s problem', (body) => {
  expect(readFailure('HEAD', { status: 502, body, retryAfter: null })).toEqual({
    method: 'HEAD',
    status: 502,
    code: undefined,
  });
});
