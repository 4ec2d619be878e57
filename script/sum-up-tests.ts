import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 20;

export type Counts = { passed: number; failed: number; skipped: number };

/**
 * Prints a run's slowest files, and each file with a skipped test and what it needs. The counts go into a file, for
 * script/test.
 */
export const sumUpTests = (countsFile: string): Reporter => ({
  onTestRunEnd: (modules, errors) => {
    console.log(['', ...listSlowest(modules), ...listSkipped(modules)].join('\n'));
    const counts = countTests(modules);
    // An uncaught error is a fault of the run, though no test failed.
    const failed = counts.failed + errors.length;
    writeFileSync(countsFile, `${counts.passed} ${failed} ${counts.skipped}\n`);
  },
});

export const countTests = (modules: readonly TestModule[]): Counts => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') counts[state] += 1;
    }
    // A file that can't be loaded, or whose hook fails, has no failed test.
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
  }
  return counts;
};

const listSlowest = (modules: readonly TestModule[]): string[] => {
  const slowest = modules
    .map((module) => ({ module, seconds: secondsOf(module) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST);
  return slowest.map(({ module, seconds }) => `${seconds.toFixed(1).padStart(7)} s ${nameOf(module)}`);
};

const secondsOf = (module: TestModule): number => {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
};

const listSkipped = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) => {
    const count = [...module.children.allTests('skipped')].length;
    if (count === 0) return [];
    return [
      `${count} skipped in ${nameOf(module)}: ${listConditions(readFileSync(module.moduleId, 'utf8'))}`,
    ];
  });

/** In the source's own words: `runIf(hasBrowser)`. */
export const listConditions = (source: string): string => {
  const conditions = source.match(/\b(?:runIf|skipIf)\([^()]*(?:\([^()]*\)[^()]*)*\)/g) ?? [];
  return [...new Set(conditions)].join(', ') || 'skipped by its own words';
};

const nameOf = (module: TestModule): string => relative(process.cwd(), module.moduleId);
