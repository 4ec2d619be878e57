import { expect } from 'vitest';
import { WRITES_HOLD } from './invariants/check-writes.ts';
import { judgeRefusals } from './ledger.ts';
import type { SoakPlan, SoakRun } from './run-soak.ts';

/** No fault was seen, every invariant holds, and there were traffic and faults enough. */
export const expectSoundSoak = ({ ledger, findings }: SoakRun): void => {
  expect.soft(ledger.surprises).toEqual([]);
  expect.soft(judgeRefusals(ledger)).toEqual([]);
  for (const { name, faults, checked } of findings) {
    expect.soft({ name, faults }).toEqual({ name, faults: [] });
    expect.soft(checked, name).toBeGreaterThan(0);
  }
  expect.soft(ledger.acknowledged.length).toBeGreaterThan(50);
};

export const describeSoak = ({ ledger, findings, deliveries }: SoakRun): string[] => {
  const unanswered = (ledger.answers.get(503) ?? 0) + (ledger.answers.get(0) ?? 0);
  const kinds = new Set(ledger.faults.map(({ name }) => name)).size;
  const writes = findings.find(({ name }) => name === WRITES_HOLD);
  const checked = findings.reduce((sum, finding) => sum + finding.checked, 0);
  const broken = findings.reduce((sum, { faults }) => sum + faults.length, 0);
  return [
    `${ledger.requests} requests, of which ${unanswered} met a fault; ${ledger.faults.length} faults of ${kinds} kinds`,
    `${writes?.faults.length} of ${ledger.acknowledged.length} acknowledged writes lost or done twice`,
    `${deliveries.events} webhooks, ${deliveries.arrived - deliveries.events} of them again`,
    `${findings.length} invariants over ${checked} things, ${broken} broken`,
  ];
};

/** SOAK_SEED and SOAK_SECONDS repeat the run that is printed. */
export const readSoakPlan = (plan: SoakPlan): SoakPlan => {
  const { SOAK_SEED = plan.seed, SOAK_SECONDS = plan.seconds } = process.env;
  console.log(`SOAK_SEED=${SOAK_SEED} SOAK_SECONDS=${SOAK_SECONDS}`);
  return { ...plan, seed: Number(SOAK_SEED), seconds: Number(SOAK_SECONDS) };
};
