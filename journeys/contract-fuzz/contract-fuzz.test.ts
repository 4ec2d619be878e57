import { test } from 'vitest';
import { expectSoundRun } from './expect-sound-run.ts';
import { fuzzContract } from './fuzz-contract.ts';
import { readRun } from './read-run.ts';

test(
  '2 000 requests generated from the contract: no 5xx, no reply outside the contract, no exit, another organisation untouched',
  { timeout: 600_000 },
  async () => {
    expectSoundRun(await fuzzContract(readRun(2_000)));
  },
);
