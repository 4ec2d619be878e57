import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReturns } from './delay-next.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = () => {
  const tries: string[] = [];
  const returns = createReturns({ random: () => 1 });
  const fail = (name: string, retryAfterMs = 0) =>
    returns.plan(name, retryAfterMs, () => void tries.push(name));
  return { ...returns, tries, fail };
};

test('what the service says is heeded: nothing is tried before', () => {
  const { tries, fail } = open();
  fail('sketch', 30_000);
  vi.advanceTimersByTime(29_999);
  expect(tries).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(tries).toEqual(['sketch']);
});

test('where it says nothing, each failure waits twice as long as the one before, until something gets through', () => {
  const { tries, fail, clear } = open();
  for (const delayMs of [1_000, 2_000, 4_000]) {
    fail('sketch');
    vi.advanceTimersByTime(delayMs - 1);
    expect(tries).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(tries.splice(0)).toEqual(['sketch']);
  }
  clear('sketch');
  fail('sketch');
  vi.advanceTimersByTime(1_000);
  expect(tries).toEqual(['sketch']);
});

test('each name has a time of its own, and none comes after the close', () => {
  const { tries, fail, close } = open();
  fail('sketch', 5_000);
  fail('signature');
  vi.advanceTimersByTime(1_000);
  expect(tries).toEqual(['signature']);
  close();
  vi.advanceTimersByTime(60_000);
  expect(tries).toEqual(['signature']);
});
