import { expect, test } from 'vitest';
import { createBell } from './run-queue.ts';

test('it wakes who waits, and who waits next when nobody did', async () => {
  const bell = createBell();
  const woken = bell.wait();
  bell.ring();
  expect(await woken).toBe(true);
  bell.ring();
  bell.ring();
  expect(await bell.wait()).toBe(true);
  expect(await bell.wait(0)).toBe(false);
});
