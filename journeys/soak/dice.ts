export type Dice = {
  /** Gives a whole number from 0 to below the limit. */
  below: (limit: number) => number;
  chance: (percent: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** For a caller that throws at unpredictable times. */
  fork: () => Dice;
};

/** mulberry32. */
export const createDice = (seed: number): Dice => {
  let state = seed | 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (items) => items[below(items.length)]!,
    fork: () => createDice(below(2 ** 31)),
  };
};
