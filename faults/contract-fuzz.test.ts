import { test } from 'vitest';
import { expectSoundRun, readRun } from '../journeys/contract-fuzz/expect-sound-run.ts';
import { fuzzContract } from '../journeys/contract-fuzz/fuzz-contract.ts';

test('20 000 requests generated from the contract: no 5xx, no reply outside the contract, no exit, another organisation untouched', async ({
  annotate,
}) => {
  const run = readRun({ seed: Number(process.env.FAULTS_SEED), count: 20_000 });
  const { faults, answers } = await fuzzContract(run);
  expectSoundRun({ faults, answers });
  await annotate(`${answers.length} requests, ${faults.length} faults`, 'figure');
});
