/** Steps left for a verification. Each reader of a stranger's bytes gets it. */
export type StepBudget = {
  /**
   * Takes steps off, before they are done.
   *
   * @throws {TooComplex} when there are none left, and each time thereafter
   */
  spend(steps: number): void;
};

/**
 * Material takes more steps than a verification may. No reader of a part catches it: it ends the verification as a whole,
 * since a part that was passed over may be the one that speaks against the rest.
 */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

// A step takes under 10 µs, and holds under 100 bytes of memory, by these weights: 10 s on one core and a gigabyte at
// the worst.
export const MAX_STEPS = 10_000_000;

/** Steps that a token, or the answers on one certificate, may take: a list of 1 MiB takes two thirds. */
export const MAX_ANSWER_STEPS = 1_000_000;

/** Steps of a value of a DER, a PDF or a JSON text; a value made of others, or with bytes of its own, weighs more. */
export const VALUE_STEPS = 1;
export const NODE_STEPS = 4;

/** Steps of a signature and a key. RSA of 8192 bits takes 1 ms. */
export const SIGNATURE_STEPS = 250;

/** A file of a ZIP: its two headers are read, and held against each other. */
export const ENTRY_STEPS = 50;

/** A block of deflated bytes: its tables have up to 65 536 places. */
export const BLOCK_STEPS = 32;

/** Entries of a list that was read already, and is gone through once more. */
const ENTRIES_PER_STEP = 16;

/** Bytes read one by one, and bytes hashed by the machine's own code, that a step pays for. */
const BYTES_PER_STEP = 256;
const HASHED_BYTES_PER_STEP = 4096;

export const stepsToWalk = (entries: number): number => entries / ENTRIES_PER_STEP;
export const stepsToRead = (bytes: number): number => bytes / BYTES_PER_STEP;
export const stepsToHash = (bytes: number): number => bytes / HASHED_BYTES_PER_STEP;

/** Opens a budget. Without a number it is the one that `verifyReport` and `verifyEvidence` have unless told otherwise. */
export function openBudget(maxSteps: number = MAX_STEPS): StepBudget {
  let left = maxSteps;
  return {
    spend: (steps) => {
      left -= steps;
      // Negated, since any comparison with NaN is false: a limit that is no number allows nothing.
      if (!(left >= 0)) throw new TooComplex(`It takes more than ${maxSteps} steps to verify.`);
    },
  };
}
