import { randomBytes, randomInt } from 'node:crypto';

/** The only source of randomness; tests give their own. */
export type Random = {
  bytes: (length: number) => Buffer;
  /** Gives a whole number from 0 up to, not including, `max`. */
  below: (max: number) => number;
};

export const systemRandom: Random = { bytes: randomBytes, below: (max) => randomInt(max) };
