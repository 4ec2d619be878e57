import type { FuzzRequest } from './fuzz-contract.ts';

/** FUZZ_SEED and FUZZ_REQUESTS, or a new seed and as many requests as given; printed, so that the run can be repeated. */
export const readRun = (requests: number): FuzzRequest => {
  const { FUZZ_SEED, FUZZ_REQUESTS } = process.env;
  const seed = Number(FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const count = Number(FUZZ_REQUESTS ?? requests);
  console.log(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${count}`);
  return { seed, count };
};
