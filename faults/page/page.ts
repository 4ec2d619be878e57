/*
 * The words of this room:
 * figure  what a run counted or measured for a row: annotations of type `figure`, or how many tests passed
 * run     a whole run of script/pnpm faults that passed, with the figure of each row
 * page    docs/reliability.md, which is made of the rows and of the last run
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { Part } from '../rows/row.ts';
import { renderPage } from './render-page.ts';
import type { Run } from './run.ts';

const PAGE = new URL('../../docs/reliability.md', import.meta.url);
const LAST_RUN = new URL('../last-run.json', import.meta.url);

export const readPage = (): string => readFileSync(PAGE, 'utf8');

export const readLastRun = (): Run => JSON.parse(readFileSync(LAST_RUN, 'utf8')) as Run;

export const writeLastRun = async (run: Run): Promise<void> =>
  writeFileSync(LAST_RUN, await format(JSON.stringify(run), { parser: 'json', printWidth: 110 }));

/** The page as the repository has it: with its tables set. */
export const composePage = (parts: readonly Part[], run: Run): Promise<string> =>
  format(renderPage(parts, run), { parser: 'markdown', printWidth: 110 });

export const writePage = async (parts: readonly Part[]): Promise<void> =>
  writeFileSync(PAGE, await composePage(parts, readLastRun()));
