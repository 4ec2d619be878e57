import { writeFile } from 'node:fs/promises';
import { contract } from '@field-inspection/contract';
import { buildDocument, serializeDocument } from './build-document.ts';
import { findDrift } from './find-drift.ts';

const file = new URL('../openapi.json', import.meta.url);
const text = serializeDocument(await buildDocument(contract));

if (process.argv.includes('--check')) {
  const drift = await findDrift(file, text);
  if (drift) console.error(drift);
  process.exitCode = drift ? 1 : 0;
} else if (await findDrift(file, text)) {
  // Written only when it changes: watchers would start again.
  await writeFile(file, text);
}
