/** Steps left for a verification, given to each reader of a stranger's bytes. */
export type StepBudget = {
  /**
   * Pays for steps before they are done.
   *
   * @throws {TooComplex} when none are left, and each time thereafter
   */
  spend(steps: number): void;
};

/**
 * No reader of a part catches this error: it ends the whole verification, since an ignored part may be the one that
 * speaks against the rest.
 */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

// A step takes under 10 µs and 100 bytes of memory: 10 s on one core and a gigabyte at the worst.
export const MAX_STEPS = 10_000_000;

/** For a token, or the answers on one certificate: a list of 1 MiB takes two thirds. */
export const MAX_ANSWER_STEPS = 1_000_000;

/** A value of a DER, a PDF or a JSON text. A value with values or bytes inside weighs more. */
export const VALUE_STEPS = 1;
export const NODE_STEPS = 4;

/** A signature and a key. RSA of 8192 bits takes 1 ms. */
export const SIGNATURE_STEPS = 250;

/** A file of a ZIP, whose two headers are read and compared. */
export const ENTRY_STEPS = 50;

/** A block of deflated bytes, whose tables have up to 65 536 places. */
export const BLOCK_STEPS = 32;

/** Entries of a list that is gone through once more after its reading. */
const ENTRIES_PER_STEP = 16;

/** Bytes that a step pays for: read one by one, or hashed by the machine's own code. */
const BYTES_PER_STEP = 256;
const HASHED_BYTES_PER_STEP = 4096;

export const stepsToWalk = (entries: number): number => entries / ENTRIES_PER_STEP;
export const stepsToRead = (bytes: number): number => bytes / BYTES_PER_STEP;
export const stepsToHash = (bytes: number): number => bytes / HASHED_BYTES_PER_STEP;

/** Without a number the budget is the default of `verifyReport` and `verifyEvidence`. */
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
