import { describe, expect, it } from 'vitest';
import { pickDelayMs } from './connect-relay.ts';

describe('pickDelayMs', () => {
  it('begins at half a second and grows to about fifteen', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 100].map((failures) => pickDelayMs(failures, 1006, 0.5));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });

  it('spreads those who lost the same relay over half to one and a half of it', () => {
    expect([pickDelayMs(2, 1012, 0), pickDelayMs(2, 1012, 1)]).toEqual([1_000, 3_000]);
  });

  it.each([1013, 4423, 4429, 4430])('waits longer where the relay is full or busy (%i)', (code) => {
    expect(pickDelayMs(0, code, 0.5)).toBe(8_000);
    expect(pickDelayMs(5, code, 0.5)).toBe(15_000);
  });
});
