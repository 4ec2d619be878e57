/** The seed of FUZZ_SEED, or a new one; printed, so that a run can be repeated. */
export const readSeed = (): number => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`FUZZ_SEED=${seed}`);
  return seed;
};
