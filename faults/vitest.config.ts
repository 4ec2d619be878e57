import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const GIVE_UP_MS = 1_800_000;

/** What takes too long for each change: `script/pnpm faults` runs it, and script/test does not. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    environment: 'node',
    include: ['faults/**/*.test.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    // Each has the machine to itself.
    fileParallelism: false,
    testTimeout: GIVE_UP_MS,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
