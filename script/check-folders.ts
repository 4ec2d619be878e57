import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { judgeFolders, type Import, type Source } from './judge-folders.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TREES = [
  'apps/server/src',
  'apps/field/src',
  'apps/pages/src',
  'apps/console/src',
  ...['contract', 'drawing', 'evidence', 'messages', 'openapi', 'rules', 'sdk', 'signalling', 'ui'].map(
    (name) => `packages/${name}/src`,
  ),
  'packages/sdk/generator',
];

const readSource = (path: string): Source => ({ path, imports: listImports(path) });

// Tests, and what only they use, may look into any folder.
const isOwn = (path: string): boolean =>
  /\.tsx?$/.test(path) &&
  !/\.test(-d)?\.ts$|\.d\.ts$/.test(path) &&
  !path.includes('/testing/') &&
  !path.startsWith('apps/server/src/platform/prisma/');

const listImports = (path: string): Import[] => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const typeOnly = new Set([...text.matchAll(/import type [^;]*? from '([^']+)'/g)].map(([, name]) => name!));
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => ({
    path: fileName.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(path), fileName)) : fileName,
    isType: typeOnly.has(fileName),
  }));
};

const sources = TREES.flatMap((tree) =>
  readdirSync(join(ROOT, tree), { recursive: true, encoding: 'utf8' }).map((name) => join(tree, name)),
)
  .filter(isOwn)
  .map(readSource);

const faults = judgeFolders(sources);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${sources.length} files: every import between folders goes down.`);
