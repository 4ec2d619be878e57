import type { FuzzRequest } from './fuzz-contract.ts';

/** A run unless FUZZ_SEED and FUZZ_REQUESTS tell another; printed, so that it can be repeated. */
export const readRun = ({ seed, count }: FuzzRequest): FuzzRequest => {
  const { FUZZ_SEED = seed, FUZZ_REQUESTS = count } = process.env;
  console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_REQUESTS=${FUZZ_REQUESTS}`);
  return { seed: Number(FUZZ_SEED), count: Number(FUZZ_REQUESTS) };
};
