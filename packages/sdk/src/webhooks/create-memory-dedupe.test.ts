import { expect, it } from 'vitest';
import { createMemoryDedupe } from './create-memory-dedupe.ts';

it('remembers for as long as it is told', () => {
  let now = 0;
  const dedupe = createMemoryDedupe({ ttlSeconds: 60, now: () => now });
  expect(dedupe.seen('a')).toBe(false);
  dedupe.mark('a');
  now = 59_999;
  expect(dedupe.seen('a')).toBe(true);
  now = 60_000;
  expect(dedupe.seen('a')).toBe(false);
});

it('remembers past the last retry by default', () => {
  let now = 0;
  const dedupe = createMemoryDedupe({ now: () => now });
  dedupe.mark('a');
  now = (30 + 300 + 3600 + 21_600 + 86_400) * 1000;
  expect(dedupe.seen('a')).toBe(true);
});

it('forgets the oldest first, and counts one that is marked again as new', () => {
  const dedupe = createMemoryDedupe({ maxEntries: 2 });
  for (const id of ['a', 'b', 'a', 'c']) dedupe.mark(id);
  expect(['a', 'b', 'c'].map((id) => dedupe.seen(id))).toEqual([true, false, true]);
});
