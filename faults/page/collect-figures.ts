import type { NamedTest, Row } from '../rows/row.ts';
import type { Run } from './page.ts';

export type RanTest = { file: string; names: string[]; hasPassed: boolean; figures: string[] };

/** Throws where a named test did not run or did not pass. */
export const collectFigures = (
  rows: readonly Row[],
  ran: readonly RanTest[],
): { figures: Run['figures'] } | { missing: NamedTest[] } => {
  const missing = rows
    .flatMap(({ tests }) => tests)
    .filter((named) => {
      const found = findTests(named, ran);
      return found.length === 0 || found.some(({ hasPassed }) => !hasPassed);
    });
  if (missing.length > 0) return { missing };
  const figures = rows.map(({ fault, tests }) => ({ fault, tests, figure: sumUp(tests, ran) }));
  return { figures };
};

const sumUp = (tests: readonly NamedTest[], ran: readonly RanTest[]): string => {
  const found = [...new Set(tests.flatMap((named) => findTests(named, ran)))];
  const figures = found.flatMap((test) => test.figures);
  return [...figures, found.length === 1 ? '1 test' : `${found.length} tests`].join('; ');
};

const findTests = ([file, title]: NamedTest, ran: readonly RanTest[]): RanTest[] => {
  const pattern = patternOf(title);
  return ran.filter((test) => test.file === file && test.names.some((name) => pattern.test(name)));
};

/** Fits the titles of a table's cases: %s, $name and ${…} are filled in. */
const patternOf = (title: string): RegExp => {
  const parts = title.split(/%[sdifjo]|\$\{[^}]*\}|\$[a-zA-Z_]\w*/);
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`);
};
