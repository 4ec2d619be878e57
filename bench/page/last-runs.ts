import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { PARTS, type LastRun, type PartName } from './part.ts';

export type LastRuns = Partial<Record<PartName, LastRun>>;

const fileOf = (name: PartName): URL => new URL(`last-runs/${name}.json`, import.meta.url);

/** Of each bench that was run with --write. */
export const readLastRuns = (): LastRuns =>
  Object.fromEntries(
    PARTS.flatMap((name) => {
      const file = fileOf(name);
      return existsSync(file) ? [[name, JSON.parse(readFileSync(file, 'utf8')) as LastRun]] : [];
    }),
  );

export const writeLastRun = async (name: PartName, run: LastRun): Promise<void> => {
  const file = fileOf(name);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, await format(JSON.stringify(run), { parser: 'json', printWidth: 110 }));
};
