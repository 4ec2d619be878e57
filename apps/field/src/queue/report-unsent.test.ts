import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportUnsent } from './report-unsent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a number is told once it has settled, and only when it is another', async () => {
  const told: number[] = [];
  const reporter = reportUnsent(async (unsent) => told.push(unsent) > 0, 0);
  reporter.change(0);
  await vi.runAllTimersAsync();
  for (const unsent of [1, 2, 3]) reporter.change(unsent);
  await vi.runAllTimersAsync();
  reporter.change(3);
  await vi.runAllTimersAsync();
  reporter.change(0);
  await vi.runAllTimersAsync();
  expect(told).toEqual([3, 0]);
});

test('nothing left is told, too, where it is not known what the service was told before', async () => {
  const told: number[] = [];
  reportUnsent(async (unsent) => told.push(unsent) > 0).change(0);
  await vi.runAllTimersAsync();
  expect(told).toEqual([0]);
});

test('what could not be told is told with the next change', async () => {
  const told: number[] = [];
  const reporter = reportUnsent(async (unsent) => told.push(unsent) > 1);
  for (const unsent of [1, 1]) {
    reporter.change(unsent);
    await vi.runAllTimersAsync();
  }
  expect(told).toEqual([1, 1]);
});
