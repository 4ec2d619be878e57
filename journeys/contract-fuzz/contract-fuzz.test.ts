import { test } from 'vitest';
import { expectSoundRun } from './expect-sound-run.ts';
import { fuzzContract } from './fuzz-contract.ts';
import { readSeed } from './read-seed.ts';

const REQUESTS = 2_000;

test(
  '2 000 requests generated from the contract: no 5xx, no reply outside the contract, no exit, another organisation untouched',
  { timeout: 300_000 },
  async () => {
    const seed = readSeed();
    expectSoundRun(await fuzzContract(seed, Number(process.env['FUZZ_COUNT'] ?? REQUESTS)));
  },
);
