import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { monotonicMs } from '../monotonic-ms.ts';

const ROOT = join(import.meta.dirname, '../..');

const FILES = {
  // Half of the server's files take longer than its 0.6 s, half take less.
  serverTest: 'apps/server/src/features/sessions/list-sessions.test.ts',
  packageTest: 'packages/contract/src/shapes/locale.test.ts',
};

export type TestFiles = Record<keyof typeof FILES, number[]>;

/** One test file from the shell, in ms: once before, so that what is kept between runs is there. */
export const measureTestFiles = (rounds: number): TestFiles => {
  const time = (file: string): number => {
    const began = monotonicMs();
    const { status } = spawnSync('script/pnpm', ['exec', 'vitest', 'run', file], { cwd: ROOT });
    if (status !== 0) throw new Error(`${file} ended with ${status}`);
    return monotonicMs() - began;
  };
  const measure = (file: string): number[] => {
    time(file);
    return Array.from({ length: rounds }, () => time(file));
  };
  return { serverTest: measure(FILES.serverTest), packageTest: measure(FILES.packageTest) };
};
