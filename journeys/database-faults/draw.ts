/** What a run draws: the same for the same seed. */
export type Draw = { below: (limit: number) => number; shuffle: <T>(values: readonly T[]) => T[] };

/** Draws by FAULT_SEED, or by a seed of its own; printed, so that a run can be repeated. */
export const openDraw = (fallback = Math.floor(Math.random() * 2 ** 31)): Draw => {
  const seed = Number(process.env.FAULT_SEED ?? fallback);
  console.log(`FAULT_SEED=${seed}`);
  let state = seed;
  const below = (limit: number): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const shuffle = <T>(values: readonly T[]): T[] => {
    const rest = [...values];
    return values.map(() => rest.splice(below(rest.length), 1)[0]!);
  };
  return { below, shuffle };
};
