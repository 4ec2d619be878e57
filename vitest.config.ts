import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { sumUpTests } from './script/sum-up-tests.ts';

// script/test reads there what it adds to its sum.
const { COUNTS_FILE } = process.env;

// Times only guard against hanging: three files at once share two processors, and whatever else runs there.
const common = {
  environment: 'node',
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Its second measures the machine.
  expect: { poll: { timeout: 30_000 } },
} as const;

// Node.js loads the service as it does when it serves, from its cache of what it has compiled: the runner's own loader
// takes a second longer for it. No test replaces a module, which is all that the loader is for.
const native = { viteModuleRunner: false, nodeLoader: false } as const;
// Nor do packages get the condition `development`, which the runner adds to what it is told.
const served: Plugin = {
  name: 'served',
  configResolved: ({ ssr }) => void ssr.resolve?.conditions?.splice(0),
};
const server = {
  ...common,
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  experimental: native,
};

// The files of a worker share what they import, which takes a third off the processor's time, and more where the service
// is loaded. No test replaces a module, and what one stubs is put back.
const shared = { isolate: false, unstubEnvs: true, unstubGlobals: true } as const;

// They count the threads of their process, which others of it have started.
const ALONE = [
  'apps/server/src/features/drawings/exports/render-drawing.test.ts',
  'apps/server/src/features/reports/rendering/render-report.test.ts',
  'apps/server/src/platform/concurrency/create-thread.test.ts',
];

// They measure their process, or count and kill what it has started: nothing else may have left anything there.
const MEASURED = [
  'journeys/growth/**/*.test.ts',
  'apps/server/src/features/branding/**/thorough/{hostile,slow}-logos.test.ts',
  'apps/server/src/features/evidence/thorough/photo-process.test.ts',
  'apps/server/src/features/uploads/thorough/hostile-recordings.test.ts',
];

// They belong to the first lane: one inspection in a browser, one kill, and every route of the contract.
const FIRST_JOURNEYS = ['journeys/smoke/**/*.test.ts', 'journeys/contract-sweep/**/*.test.ts'];

// Exhaustive or slow: each bit flipped, processes that are killed, consumers that are installed.
const THOROUGH = '**/thorough/**';

/**
 * Two lanes, told by the place of a file: `script/test` runs what stands beside the code, `script/test --all` the
 * journeys and what stands in a folder `thorough`, too.
 */
export default defineConfig({
  test: {
    reporters: ['default', ...(COUNTS_FILE ? [sumUpTests(COUNTS_FILE)] : [])],
    // Many wait for processes, sockets and each other: two at a time leave a third of two processors unused.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...common,
          name: 'packages',
          include: [
            'packages/*/{src,generator}/**/*.test.ts',
            'apps/{console,field,pages}/src/**/*.test.ts',
            'script/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, THOROUGH],
          ...shared,
        },
      },
      {
        plugins: [served],
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'docs/**/*.test.ts', ...FIRST_JOURNEYS],
          exclude: [...configDefaults.exclude, THOROUGH, ...ALONE],
          ...shared,
        },
      },
      // Named so that it comes first: two of the longest files would else be what the end waits for.
      { test: { ...common, name: 'alone', include: ALONE } },
      {
        plugins: [served],
        test: {
          ...server,
          name: 'journeys',
          include: ['journeys/**/*.test.ts', '{apps,docs,packages}/**/thorough/*.test.ts'],
          exclude: [...configDefaults.exclude, ...FIRST_JOURNEYS, ...MEASURED],
          ...shared,
        },
      },
      { plugins: [served], test: { ...server, name: 'journeys, alone', include: MEASURED } },
    ],
  },
});
