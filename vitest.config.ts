import { defineConfig } from 'vitest/config';

const common = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          ...common,
          name: 'packages',
          include: ['packages/*/{src,generator}/**/*.test.ts', 'script/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'journeys/**/*.test.ts', 'docs/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
});
