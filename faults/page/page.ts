import { escapeText, readRun, renderTable, setPage, writePage, writeRun } from '../../docs/pages/page.ts';
import { PARTS } from '../rows.ts';
import type { NamedTest, Part, Row } from '../rows/row.ts';

export const PAGE = 'reliability.md';
const LAST_RUN = new URL('../last-run.json', import.meta.url);

export type Run = {
  date: string;
  seed: number;
  machine: string;
  figures: { fault: string; tests: Row['tests']; figure: string }[];
};

export const readLastRun = (): Run => readRun<Run>(LAST_RUN)!;

export const composePage = (parts: readonly Part[], run: Run): Promise<string> =>
  setPage(renderPage(parts, run));

/** Writes the page of the rows as they are now, with the figures of the last run; a new run is kept. */
export const writeReliability = async (run?: Run): Promise<void> => {
  if (run) await writeRun(LAST_RUN, run);
  await writePage(PAGE, renderPage(PARTS, run ?? readLastRun()));
};

const renderPage = (parts: readonly Part[], run: Run): string => `# Reliability

What is done to the service in its tests, and what must hold then. The tests assert what holds. A figure is what the last whole run of \`script/pnpm faults\` counted or measured: a time in it is of that machine, and no test asserts it. A run writes this page when all of it has passed.

${describeRun(run)}

${parts.map((part) => renderPart(part, run)).join('\n\n')}
`;

const describeRun = ({ date, seed, machine, figures }: Run): string =>
  figures.length === 0 ? 'There was none yet.' : `The last one: ${date}, seed ${seed}, ${machine}.`;

const renderPart = ({ heading, rows }: Part, run: Run): string => {
  const cells = rows.map((row) => [
    row.fault,
    row.holds,
    row.tests.map(renderTest).join(' · '),
    escapeText(figureOf(row, run)),
  ]);
  const table = renderTable({ head: ['fault', 'what holds', 'shown by', 'figure'], rows: cells });
  return `## ${heading}\n\n${table}`;
};

/** A new row, or one with other tests than in the run, was not run yet. */
const figureOf = (row: Row, { figures }: Run): string => {
  const known = figures.find(({ fault }) => fault === row.fault);
  const isSame = known && JSON.stringify(known.tests) === JSON.stringify(row.tests);
  return isSame ? known.figure : 'not run yet';
};

const renderTest = ([file, title]: NamedTest): string => `[${escapeText(title)}](../${file})`;
