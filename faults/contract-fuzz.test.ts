import { test } from 'vitest';
import { expectSoundRun } from '../journeys/contract-fuzz/expect-sound-run.ts';
import { fuzzContract } from '../journeys/contract-fuzz/fuzz-contract.ts';
import { readRun } from '../journeys/contract-fuzz/read-run.ts';

test('20 000 requests generated from the contract: no 5xx, no reply outside the contract, no exit, another organisation untouched', async () => {
  expectSoundRun(await fuzzContract(readRun({ seed: Math.floor(Math.random() * 2 ** 31), count: 20_000 })));
});
