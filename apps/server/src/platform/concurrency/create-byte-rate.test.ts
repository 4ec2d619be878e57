import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createByteRate } from './create-byte-rate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMIT = { perSecond: 1_000, burst: 2_000 };

/** Which of the calls went on by now, in their order. */
const follow = () => {
  const gone: string[] = [];
  return { gone, then: (name: string, call: Promise<void>) => void call.then(() => gone.push(name)) };
};

it('lets a burst through at once, and then so many bytes a second, in the order in which they came', async () => {
  const rate = createByteRate(LIMIT, { nowMs: Date.now });
  const { gone, then } = follow();
  for (const name of ['a', 'b', 'c', 'd']) then(name, rate('one', 1_000));
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(999);
  expect(gone).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1);
  expect(gone).toEqual(['a', 'b', 'c']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gone).toEqual(['a', 'b', 'c', 'd']);
});

it('lets no key wait for another', async () => {
  const rate = createByteRate(LIMIT, { nowMs: Date.now });
  const { gone, then } = follow();
  for (let call = 0; call < 50; call++) then('one', rate('one', 1_000));
  then('two', rate('two', 1_000));
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toEqual(['one', 'one', 'two']);
});

it('gives a key that rested its burst again, and no more', async () => {
  const rate = createByteRate(LIMIT, { nowMs: Date.now });
  const { gone, then } = follow();
  then('first', rate('one', 2_000));
  await vi.advanceTimersByTimeAsync(3_600_000);
  for (const name of ['a', 'b', 'c']) then(name, rate('one', 1_000));
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toEqual(['first', 'a', 'b']);
});
