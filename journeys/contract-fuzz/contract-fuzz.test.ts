import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { expectSoundRun, readRun } from './expect-sound-run.ts';
import { fuzzContract } from './fuzz-contract.ts';

const DOCUMENT = fileURLToPath(import.meta.resolve('@field-inspection/openapi/openapi.json'));

test(
  '2 000 requests generated from the contract: no 5xx, no reply outside the contract, no exit, another organisation untouched',
  { timeout: 600_000 },
  async () => {
    const seed = createHash('sha256').update(readFileSync(DOCUMENT)).digest().readUInt32BE() >>> 1;
    expectSoundRun(await fuzzContract(readRun({ seed, count: 2_000 })));
  },
);
