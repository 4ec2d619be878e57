import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const FOLDERS = [
  'apps/server/src',
  ...['contract', 'drawing', 'evidence', 'messages', 'rules', 'sdk', 'signalling'].map(
    (name) => `packages/${name}/src`,
  ),
];

/** Generated folders, and code that runs only in tests. */
const LEFT_OUT = /\/(?:prisma|built|testing|node_modules)\/|\.test(?:-d)?\.ts$|\.d\.ts$/;

export type Pattern = { position: string; source: string; flags: string };

/** Lists each literal pattern of the code that reads texts of others, once. */
export const listPatterns = (): Pattern[] => {
  const found = new Map<string, Pattern>();
  for (const file of FOLDERS.flatMap((folder) => listFiles(join(ROOT, folder)))) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    visit(source, (literal) => {
      const end = literal.text.lastIndexOf('/');
      const [pattern, flags] = [literal.text.slice(1, end), literal.text.slice(end + 1)];
      const line = source.getLineAndCharacterOfPosition(literal.getStart()).line + 1;
      const position = `${relative(ROOT, file)}:${line}`;
      if (!found.has(literal.text)) found.set(literal.text, { position, source: pattern, flags });
    });
  }
  return [...found.values()];
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !LEFT_OUT.test(file));

const visit = (node: ts.Node, take: (literal: ts.RegularExpressionLiteral) => void): void => {
  if (ts.isRegularExpressionLiteral(node)) take(node);
  ts.forEachChild(node, (inner) => visit(inner, take));
};
