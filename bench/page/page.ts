import {
  escapeText,
  readRun,
  renderTable,
  setPage,
  writePage,
  writeRun,
  type Table,
} from '../../docs/pages/page.ts';
import { verdictOf, type Finding } from '../harness/figures.ts';
import { PARTS, SHORTFALLS, WORDS, type PartName } from './words.ts';

export const PAGE = 'benchmarks.md';

export type LastRun = {
  date: string;
  machine: string;
  tables: Table[];
  findings: Finding[];
};

export type LastRuns = Partial<Record<PartName, LastRun>>;

const fileOf = (name: PartName): URL => new URL(`last-runs/${name}.json`, import.meta.url);

export const readLastRuns = (): LastRuns =>
  Object.fromEntries(PARTS.map((name) => [name, readRun<LastRun>(fileOf(name))]));

export const composePage = (runs: LastRuns, shortfalls: Readonly<Record<string, string>>): Promise<string> =>
  setPage(renderPage(runs, shortfalls));

export const writeBenchmarks = async (name?: PartName, run?: LastRun): Promise<void> => {
  if (name && run) await writeRun(fileOf(name), run);
  await writePage(PAGE, renderPage(readLastRuns(), SHORTFALLS));
};

const renderPage = (runs: LastRuns, shortfalls: Readonly<Record<string, string>>): string => `# Benchmarks

What the service costs, each figure beside its limit. Milliseconds and rates are those of the machine; the ratios say more, since both sides of one were measured in turns in the same run. They are not the same everywhere either: on 2 AMD EPYC processors GET of a session reached 0.55 of the bare handler (0.52–0.58), with a p99 of 1.5 times, where the run below on Intel Xeon says 0.40 and 2.6. There the figure of a round lies between 0.34 and 0.46: the machine is noisier than what is left to gain. The load and all processes share the machine.

Each part is written by its bench, when that is run with \`--write\`. What is said of what falls short is kept by hand. [bench/README.md](../bench/README.md) says more of the benches.

${PARTS.map((name) => `## ${WORDS[name].heading}\n\n${renderPart(name, runs[name])}`).join('\n\n')}

## What falls short

${renderShortfalls(runs, shortfalls)}
`;

const renderPart = (name: PartName, run: LastRun | undefined): string => {
  const { command, text } = WORDS[name];
  const head = `${text}\n\n\`\`\`sh\n${command}\n\`\`\``;
  if (!run) return `${head}\n\nNot run yet.`;
  return [head, `Measured on ${run.date}, on ${run.machine}.`, ...renderFigures(run)].join('\n\n');
};

export const renderFigures = ({ findings, tables }: Pick<LastRun, 'findings' | 'tables'>): string[] => {
  const judged = findings.map(({ what, result, limit, holds }) =>
    [what, result, limit].map(escapeText).concat(verdictOf(holds)),
  );
  return [
    ...(judged.length > 0 ? [renderTable({ head: ['', 'result', 'limit', ''], rows: judged })] : []),
    ...tables.map(({ head, rows }) =>
      renderTable({ head: head.map(escapeText), rows: rows.map((cells) => cells.map(escapeText)) }),
    ),
  ];
};

export const listMissed = (runs: LastRuns): string[] =>
  PARTS.flatMap((name) => runs[name]?.findings ?? [])
    .filter(({ holds }) => holds === false)
    .map(({ what }) => what);

const renderShortfalls = (runs: LastRuns, shortfalls: Readonly<Record<string, string>>): string => {
  if (PARTS.every((name) => !runs[name])) return 'Nothing was measured yet.';
  const missed = listMissed(runs);
  if (missed.length === 0) return 'Nothing that has a limit.';
  return missed.map((what) => `- **${what}**: ${shortfalls[what] ?? 'not explained yet.'}`).join('\n');
};
