import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { readLastRuns, type LastRuns } from './last-runs.ts';
import { renderPage } from './render-page.ts';
import { SHORTFALLS } from './shortfalls.ts';

const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);

export const readPage = (): string => readFileSync(PAGE, 'utf8');

/** The page as the repository has it: with its tables set. */
export const composePage = (runs: LastRuns, shortfalls: Readonly<Record<string, string>>): Promise<string> =>
  format(renderPage(runs, shortfalls), { parser: 'markdown', printWidth: 110 });

export const writePage = async (): Promise<void> =>
  writeFileSync(PAGE, await composePage(readLastRuns(), SHORTFALLS));
