/*
 * The words of this folder:
 * page  a page of docs/ that a program writes: its words are kept by hand, its figures are of the program's last run
 * run   what a program measured when it last wrote its page, kept as JSON beside the program
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

/** Cells are Markdown; those that come from a run are escaped first. */
export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] };

const fileOf = (page: string): URL => new URL(`../${page}`, import.meta.url);

export const readPage = (page: string): string => readFileSync(fileOf(page), 'utf8');

/** Markdown as the repository has it: with its tables set. */
export const setPage = (markdown: string): Promise<string> =>
  format(markdown, { parser: 'markdown', printWidth: 110 });

export const writePage = async (page: string, markdown: string): Promise<void> =>
  writeFileSync(fileOf(page), await setPage(markdown));

export const readRun = <Run>(file: URL): Run | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : undefined;

export const writeRun = async (file: URL, run: object): Promise<void> =>
  writeFileSync(file, await format(JSON.stringify(run), { parser: 'json', printWidth: 110 }));

/** The day that a run bears. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** `isRight`: whether the cells of a column stand at the right, as figures do. */
export const renderTable = ({ head, rows }: Table, isRight = (_column: number): boolean => false): string => {
  const rule = head.map((_, column) => (isRight(column) ? '---:' : '---'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** Escapes what Markdown would read as something else. */
export const escapeText = (text: string): string => text.replaceAll(/[|[\]*_`<]/g, '\\$&');
