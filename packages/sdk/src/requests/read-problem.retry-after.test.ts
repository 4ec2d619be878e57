import { expect, it } from 'vitest';
import { readRetryAfter } from './read-problem.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const read = (headers: Record<string, string>, status = 503) =>
  readRetryAfter({ status, headers: new Headers(headers) }, NOW_MS);

it.each([
  ['5', 5000],
  ['0', 0],
  ['1.5', 1500],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
])('reads Retry-After: %s', (value, expected) => {
  expect(read({ 'retry-after': value })).toBe(expected);
});

it.each(['soon', '-5', '5s', '', '2026-11-20', '1e3', 'Fri, nonsense'])('asks for nothing by %j', (value) => {
  expect(read({ 'retry-after': value })).toBeNull();
});

it('measures an instant from the reply’s own Date, not from the local clock', () => {
  const headers = { date: 'Fri, 20 Nov 2026 14:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 14:00:05 GMT' };
  expect(read(headers)).toBe(5000);
});

it('falls back to X-RateLimit-Reset on 429, and on 429 alone', () => {
  const headers = { 'x-ratelimit-reset': String(NOW_MS / 1000 + 20) };
  expect(read(headers, 429)).toBe(20_000);
  expect(read(headers, 503)).toBeNull();
  expect(read({ 'x-ratelimit-reset': 'tomorrow' }, 429)).toBeNull();
  expect(read({ ...headers, 'retry-after': '1' }, 429)).toBe(1000);
});
