import { expect, it } from 'vitest';
import { createMessageAllowance } from './message-allowance.ts';

const takeAll = (allowance: ReturnType<typeof createMessageAllowance>, atMs: number): number => {
  let taken = 0;
  while (taken < 1_000 && allowance.take(atMs)) taken += 1;
  return taken;
};

it('lets a burst of 200 through, then 20 a second, and never saves up more than a burst', () => {
  const allowance = createMessageAllowance(0);
  expect(takeAll(allowance, 0)).toBe(200);
  expect(takeAll(allowance, 1_000)).toBe(20);
  expect(takeAll(allowance, 1_500)).toBe(10);
  expect(takeAll(allowance, 3_600_000)).toBe(200);
});

it('gives nothing for a clock that goes back', () => {
  const allowance = createMessageAllowance(10_000);
  takeAll(allowance, 10_000);
  expect(takeAll(allowance, 0)).toBe(0);
});
