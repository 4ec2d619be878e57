import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { systemRandom } from './random.ts';

it('gives as many bytes as asked for, new ones each time', () => {
  expect(systemRandom.bytes(0)).toHaveLength(0);
  expect(systemRandom.bytes(32)).toHaveLength(32);
  expect(systemRandom.bytes(32)).not.toEqual(systemRandom.bytes(32));
});

it('gives every whole number below the bound, and no other', () => {
  const drawn = new Set(Array.from({ length: 5_000 }, () => systemRandom.below(10)));
  expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (max) => {
      const value = systemRandom.below(max);
      return Number.isInteger(value) && value >= 0 && value < max;
    }),
  );
});

it('draws from the generator of the system: what JavaScript guesses decides nothing', () => {
  const guess = vi.spyOn(Math, 'random').mockReturnValue(0);
  const numbers = new Set(Array.from({ length: 50 }, () => systemRandom.below(2 ** 40)));
  const texts = new Set(Array.from({ length: 50 }, () => systemRandom.bytes(16).toString('hex')));
  expect([numbers.size, texts.size, guess.mock.calls]).toEqual([50, 50, []]);
  guess.mockRestore();
});
