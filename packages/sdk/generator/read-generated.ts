import { readdir, readFile } from 'node:fs/promises';
import { HEADER } from './build-files.ts';

export const SOURCES = new URL('../src/', import.meta.url);

/** The generated files that there are, by their paths below `src`: their first line tells them. */
export async function readGenerated(): Promise<Map<string, string>> {
  const names = await readdir(SOURCES, { recursive: true });
  const files = names
    .filter((name) => name.endsWith('.ts'))
    .map(async (name): Promise<[string, string]> => [name, await readFile(new URL(name, SOURCES), 'utf8')]);
  return new Map((await Promise.all(files)).filter(([, source]) => source.startsWith(HEADER.trimEnd())));
}
