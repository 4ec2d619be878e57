import type { NamedTest, Part, Row } from '../rows/row.ts';
import type { Run } from './run.ts';

/** Of a row that is new or has other tests than in the last run. */
const NOT_RUN = 'not run yet';

/** Markdown of all rows, with the figures of a run. */
export const renderPage = (parts: readonly Part[], run: Run): string => `# Reliability

What is done to the service in its tests, and what must hold then. The tests assert what holds. A figure is what the last whole run of \`script/pnpm faults\` counted or measured: a time in it is of that machine, and no test asserts it. A run writes this page when all of it has passed.

${describeRun(run)}

${parts.map((part) => renderPart(part, run)).join('\n')}`;

const describeRun = ({ date, seed, machine, figures }: Run): string =>
  figures.length === 0 ? 'There was none yet.' : `The last one: ${date}, seed ${seed}, ${machine}.`;

const renderPart = ({ heading, rows }: Part, run: Run): string => `## ${heading}

| fault | what holds | shown by | figure |
| ----- | ---------- | -------- | ------ |
${rows.map((row) => renderRow(row, figureOf(row, run))).join('')}`;

const figureOf = (row: Row, { figures }: Run): string => {
  const known = figures.find(({ fault }) => fault === row.fault);
  return known && JSON.stringify(known.tests) === JSON.stringify(row.tests) ? known.figure : NOT_RUN;
};

const renderRow = (row: Row, figure: string): string =>
  `| ${[row.fault, row.holds, row.tests.map(renderTest).join(' · '), escape(figure)].join(' | ')} |\n`;

const renderTest = ([file, title]: NamedTest): string => `[${escape(title)}](../${file})`;

/** What Markdown would read as something else. */
const escape = (text: string): string => text.replaceAll(/[|[\]*_`<]/g, '\\$&');
