import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';
import { today } from '../../docs/pages/page.ts';
import { ROWS } from '../rows.ts';
import { collectFigures, type RanTest } from './collect-figures.ts';
import { writeReliability } from './page.ts';

/** Writes docs/reliability.md only when every test of every row has run and passed. */
export const createPageReporter = (seed: number): Reporter => {
  let root = '';
  return {
    onInit: ({ config }) => {
      root = config.root;
    },
    onTestRunEnd: async (modules, errors, reason) => {
      if (reason !== 'passed' || errors.length > 0) return;
      const ran = modules.flatMap((module) =>
        [...module.children.allTests()].map((test) => describeTest(test, relative(root, module.moduleId))),
      );
      const collected = collectFigures(ROWS, ran);
      if ('missing' in collected) {
        console.log(`docs/reliability.md stays: ${collected.missing.length} tests of its rows did not run.`);
        return;
      }
      const processors = availableParallelism();
      await writeReliability({
        date: today(),
        seed,
        machine: `${processors} processors, Node ${process.versions.node}`,
        figures: collected.figures,
      });
      console.log('docs/reliability.md is written.');
    },
  };
};

const describeTest = (test: TestCase, file: string): RanTest => ({
  file,
  names: namesOf(test),
  hasPassed: test.result().state === 'passed',
  figures: test
    .annotations()
    .filter(({ type }) => type === 'figure')
    .map(({ message }) => message),
});

const namesOf = (test: TestCase): string[] => {
  const names = [test.name];
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) names.push(parent.name);
  return names;
};
