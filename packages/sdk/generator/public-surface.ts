import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { build } from 'tsup';
import ts from 'typescript';
import manifest from '../package.json' with { type: 'json' };
import { DECLARATION_OPTIONS } from './package/declaration-options.ts';

/*
 * Keeps what programs see of the package in public-surface.generated.d.ts, so that a review shows each change: all
 * entries' declarations, each once and without docs, then the names of each entry. `--check` compares only.
 */

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'public-surface.generated.d.ts');
const MEND = 'script/pnpm --filter @field-inspection/sdk gen';
const HEADER = `// The public surface of @field-inspection/sdk. Made by: ${MEND}\n\n`;

const keepSurface = async (isCheck: boolean): Promise<void> => {
  const expected = printSurface(await bundleDeclarations());
  if (!isCheck) return writeFile(FILE, HEADER + [...expected.values()].join('\n'));
  const actual = printSurface(await readFile(FILE, 'utf8').catch(() => ''));
  const drift = findDrift(actual, expected);
  for (const line of drift) console.error(`public-surface.generated.d.ts: ${line}`);
  if (drift.length > 0) console.error(`Is it meant? Then renew it with: ${MEND}`);
  process.exitCode = drift.length > 0 ? 1 : 0;
};

const bundleDeclarations = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-surface-'));
  try {
    const entries = Object.values(manifest.exports).map((source) => {
      const path = relative(folder, join(ROOT, source));
      return `export * as ${basename(source, '.ts')} from '${path}';\n`;
    });
    await writeFile(join(folder, 'surface.ts'), entries.join(''));
    const dts = { only: true, compilerOptions: DECLARATION_OPTIONS };
    const entry = [join(folder, 'surface.ts')];
    // In another folder a package's dependencies count as external.
    process.chdir(ROOT);
    await build({ config: false, entry, outDir: folder, format: 'esm', dts, silent: true });
    return await readFile(join(folder, 'surface.d.ts'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Declarations are sorted by name, so that moving one is no change. */
export const printSurface = (source: string): Map<string, string> => {
  const file = ts.createSourceFile('surface.d.ts', source, ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ removeComments: true });
  const printed = file.statements
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, file))
    .map((text) => (text.startsWith('declare namespace') ? listNames(text) : text))
    .filter((text) => !ALIAS.test(text));
  const byName = Map.groupBy(printed, (text) => NAME.exec(text)?.[1] ?? text);
  const sorted = [...byName].sort(([one], [other]) => (one < other ? -1 : 1));
  // An overloaded function has several declarations.
  return new Map(sorted.map(([name, texts]) => [name, `${texts.join('\n')}\n`]));
};

const NAME = /^(?:export |declare |abstract )*(?:class|const|function|interface|namespace|type) ([\w$]+)/;
// A bundled export may have another name within its namespace.
const ALIAS = /^(?:type|declare const) (?:evidence|field|index|testing|webhooks)_/;
const listNames = (text: string): string =>
  text.replace(/\w+ as /g, '').replace(/(?<=[{,]) (?=\w)/g, '\n        ');

export const findDrift = (
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string[] => {
  const missing = [...expected.keys()].filter((name) => !actual.has(name));
  const changed = [...expected].filter(([name, text]) => actual.has(name) && actual.get(name) !== text);
  const stray = [...actual.keys()].filter((name) => !expected.has(name));
  return [
    ...missing.map((name) => `${name} is new`),
    ...changed.map(([name]) => `${name} has changed`),
    ...stray.map((name) => `${name} is gone`),
  ];
};

if (import.meta.main) await keepSurface(process.argv.includes('--check'));
