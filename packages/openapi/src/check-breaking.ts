import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findBaseline, findDeclaration } from './breaks/find-baseline.ts';
import { listBreaks, type Break } from './breaks/list-breaks.ts';

// Exits 1 when the document breaks what the last release promised, and no changeset says so.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const baseline = await findBaseline(root);

if ('reason' in baseline) {
  console.log(`openapi.json is compared with no release: ${baseline.reason}.`);
} else {
  const document = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  const breaks = await listBreaks(baseline.document, document);
  const declaration = breaks.length > 0 ? await findDeclaration(root, baseline) : undefined;
  console.log(summarize(breaks, baseline.tag));
  if (declaration) console.log(`Declared in ${declaration}.`);
  else if (breaks.length > 0) {
    console.error(
      'A break belongs under a new prefix, beside the old: docs/versioning.md. ' +
        'If it must be here, declare it: pnpm changeset, and choose major.',
    );
    process.exitCode = 1;
  }
}

function summarize(breaks: Break[], tag: string): string {
  if (breaks.length === 0) return `openapi.json breaks nothing that ${tag} promised.`;
  const lines = breaks.map(({ rule, message, where }) => `- ${message} (${rule})\n  ${where}`);
  return [`openapi.json breaks what ${tag} promised:`, ...lines].join('\n');
}
