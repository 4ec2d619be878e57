import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { buildFiles } from './build-files.ts';
import { findDrift } from './find-drift.ts';

const folder = new URL('../src/resources/', import.meta.url);

await mkdir(folder, { recursive: true });
const expected = await buildFiles();
const actual = await readFiles();

if (process.argv.includes('--check')) {
  const drift = findDrift(actual, expected);
  for (const line of drift) console.error(`src/resources/${line}`);
  if (drift.length > 0) console.error('Mend it with: pnpm --filter @field-inspection/sdk gen');
  process.exitCode = drift.length > 0 ? 1 : 0;
} else {
  const stray = [...actual.keys()].filter((name) => !expected.has(name));
  await Promise.all(stray.map((name) => rm(new URL(name, folder))));
  await Promise.all([...expected].map(([name, source]) => writeFile(new URL(name, folder), source)));
}

async function readFiles(): Promise<Map<string, string>> {
  const names = await readdir(folder);
  const files = names.map(async (name): Promise<[string, string]> => [
    name,
    await readFile(new URL(name, folder), 'utf8'),
  ]);
  return new Map(await Promise.all(files));
}
