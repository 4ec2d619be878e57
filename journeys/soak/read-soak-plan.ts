import type { SoakPlan } from './run-soak.ts';

/** A run unless SOAK_SEED and SOAK_SECONDS tell another; printed, so that it can be repeated. */
export const readSoakPlan = (plan: SoakPlan): SoakPlan => {
  const { SOAK_SEED = plan.seed, SOAK_SECONDS = plan.seconds } = process.env;
  console.log(`SOAK_SEED=${SOAK_SEED} SOAK_SECONDS=${SOAK_SECONDS}`);
  return { ...plan, seed: Number(SOAK_SEED), seconds: Number(SOAK_SECONDS) };
};
