import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportUnsent } from './report-unsent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (...outcomes: boolean[]) => {
  const told: number[] = [];
  const tell = async (unsent: number) => {
    told.push(unsent);
    return outcomes.shift() ?? true;
  };
  return { told, reporter: reportUnsent({ tell, random: () => 1 }) };
};

test('what a device holds is told as it begins, nothing left too: the one before may have told more', async () => {
  const { told, reporter } = open();
  reporter.change(0);
  await vi.runAllTimersAsync();
  expect(told).toEqual([0]);
});

test('a number is told once it has settled, and only when it is another', async () => {
  const { told, reporter } = open();
  for (const unsent of [1, 2, 3]) reporter.change(unsent);
  await vi.runAllTimersAsync();
  reporter.change(3);
  await vi.runAllTimersAsync();
  expect(told).toEqual([3]);
});

test('that nothing is left is told at once, as the person may leave then', async () => {
  const { told, reporter } = open();
  reporter.change(1);
  await vi.runAllTimersAsync();
  reporter.change(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([1, 0]);
});

test('what could not be told is told again by itself, as it is then', async () => {
  const { told, reporter } = open(false, false);
  reporter.change(1);
  await vi.advanceTimersByTimeAsync(2_000);
  reporter.change(2);
  await vi.runAllTimersAsync();
  expect(told).toEqual([1, 2, 2]);
});

test('no number overtakes another: one that is changed while it is told comes after it', async () => {
  const told: number[] = [];
  let arrive = () => {};
  const tell = async (unsent: number) => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return told.push(unsent) > 0;
  };
  const reporter = reportUnsent({ tell, random: () => 1 });
  reporter.change(3);
  await vi.runAllTimersAsync();
  reporter.change(0);
  await vi.runAllTimersAsync();
  expect(told).toEqual([]);
  arrive();
  await vi.runAllTimersAsync();
  arrive();
  await vi.runAllTimersAsync();
  expect(told).toEqual([3, 0]);
});

test('a device that has gone tells nothing more', async () => {
  const { told, reporter } = open(false);
  reporter.change(1);
  await vi.advanceTimersByTimeAsync(2_000);
  reporter.close();
  await vi.runAllTimersAsync();
  expect(told).toEqual([1]);
});
