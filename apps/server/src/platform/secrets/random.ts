import { randomBytes, randomInt } from 'node:crypto';

/** The only source of randomness. */
export type Random = {
  bytes: (length: number) => Buffer;
  below: (max: number) => number;
};

export const systemRandom: Random = { bytes: randomBytes, below: (max) => randomInt(max) };
