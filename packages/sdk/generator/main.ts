import { mkdir, rm, writeFile } from 'node:fs/promises';
import { buildFiles } from './build-files.ts';
import { findDrift } from './find-drift.ts';
import { readGenerated, SOURCES } from './read-generated.ts';

const expected = await buildFiles();
const actual = await readGenerated();

if (process.argv.includes('--check')) {
  const drift = findDrift(actual, expected);
  for (const line of drift) console.error(`src/${line}`);
  if (drift.length > 0) console.error('Mend it with: pnpm --filter @field-inspection/sdk gen');
  process.exitCode = drift.length > 0 ? 1 : 0;
} else {
  const stray = [...actual.keys()].filter((name) => !expected.has(name));
  await Promise.all(stray.map((name) => rm(new URL(name, SOURCES))));
  for (const [name, source] of expected) {
    // Written only when it changes, since whoever watches it would begin again.
    if (actual.get(name) === source) continue;
    await mkdir(new URL('.', new URL(name, SOURCES)), { recursive: true });
    await writeFile(new URL(name, SOURCES), source);
  }
}
