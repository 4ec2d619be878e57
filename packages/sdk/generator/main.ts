import { mkdir, rm, writeFile } from 'node:fs/promises';
import { buildFiles } from './build-files.ts';
import { readGenerated, SOURCES } from './read-generated.ts';

const expected = await buildFiles();
const actual = await readGenerated();
const stray = [...actual.keys()].filter((name) => !expected.has(name));
await Promise.all(stray.map((name) => rm(new URL(name, SOURCES))));
for (const [name, source] of expected) {
  // An unchanged file is not written: its watchers would start again.
  if (actual.get(name) === source) continue;
  await mkdir(new URL('.', new URL(name, SOURCES)), { recursive: true });
  await writeFile(new URL(name, SOURCES), source);
}
