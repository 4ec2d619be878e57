import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';
import { createPageReporter } from './page/create-page-reporter.ts';
import { ROWS } from './rows.ts';

const GIVE_UP_MS = 1_800_000;

const { FAULTS_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;
console.log(`FAULTS_SEED=${FAULTS_SEED}`);

/**
 * Runs faults/ and the tests of script/test that a row names, so that all figures of docs/reliability.md are of one
 * run.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    environment: 'node',
    include: ['faults/**/*.test.ts', ...new Set(ROWS.flatMap(({ tests }) => tests.map(([file]) => file)))],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    env: { FAULTS_SEED },
    // Most tests wait for deadlines and processes, so two at a time take half the time.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: GIVE_UP_MS,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', createPageReporter(Number(FAULTS_SEED))],
  },
});
