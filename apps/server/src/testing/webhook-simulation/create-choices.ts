import type { Random } from '../../platform/secrets/random.ts';

/** The same seed makes the same choices in the same order. */
export type Choices = Random & {
  chance: (probability: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** `min` and `max` are both included. */
  between: (min: number, max: number) => number;
};

export const createChoices = (seed: number): Choices => {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state are plenty for a few hundred choices.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (max: number): number => next() % max;
  return {
    below,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    chance: (probability) => next() < probability * 2 ** 32,
    pick: (items) => items[below(items.length)]!,
    between: (min, max) => min + below(max - min + 1),
  };
};
