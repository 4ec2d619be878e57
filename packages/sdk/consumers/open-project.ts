import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { nodeOf, NPM, typeScriptOf } from './install-runtimes.ts';

export interface Project {
  readonly folder: string;
  readonly run: (
    program: string,
    options: { module: 'esm' | 'cjs'; args?: readonly string[] },
  ) => Promise<unknown>;
  readonly npx: (args: readonly string[]) => Promise<{ code: number; stdout: string }>;
  /** Type-checks this folder's `check-types.ts` with every entry; gives the complaints. */
  readonly check: (options: {
    typeScript: string;
    resolution: 'nodenext' | 'bundler';
    entries: readonly string[];
  }) => Promise<string>;
}

/** npm has neither network nor cache, so the tarball must need no other package. */
export async function openProject({
  folder,
  node,
  tarball,
}: {
  folder: string;
  node: string;
  tarball: string;
}): Promise<Project> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const start = startIn(folder, nodeOf(node));
  await start([NPM, 'install', tarball, '--offline', '--engine-strict', '--no-audit', '--no-fund']);
  return {
    folder,
    run: async (program, { module, args = [] }) => {
      const file = `${program}.${module === 'esm' ? 'mjs' : 'cjs'}`;
      await writeFile(join(folder, file), await compile(program, module));
      return JSON.parse(await start([file, ...args]));
    },
    npx: (args) =>
      start([NPM, 'exec', '--offline', '--', '@field-inspection/sdk', ...args]).then(
        (stdout) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      ),
    check: async ({ typeScript, resolution, entries }) => {
      await writeChecked(folder, { resolution, entries });
      const checked = start([typeScriptOf(typeScript), '--project', `tsconfig.${resolution}.json`]);
      return checked.catch(({ stdout, message }: { stdout?: string; message: string }) => stdout || message);
    },
  };
}

/** This process's environment could change the outcome by its npmrc or NODE_OPTIONS. npx needs a shell. */
function startIn(folder: string, node: string) {
  const env = { HOME: folder, PATH: [dirname(node), '/usr/bin', '/bin'].join(delimiter) };
  return async (args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(node, args, { cwd: folder, env, timeout: 240_000 });
    return stdout;
  };
}

async function compile(program: string, module: 'esm' | 'cjs'): Promise<string> {
  const source = await readProgram(program);
  const kind = module === 'esm' ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS;
  const compilerOptions = { module: kind, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

async function writeChecked(
  folder: string,
  { resolution, entries }: { resolution: 'nodenext' | 'bundler'; entries: readonly string[] },
): Promise<void> {
  const all = entries.map((entry, index) => `export * as entry${index} from '${entry}';`).join('\n');
  const sources = { 'check-types': await readProgram('check-types'), 'check-entries': all };
  // A file's ending says how it imports; bundlers import in one way.
  const endings = resolution === 'nodenext' ? ['mts', 'cts'] : ['mts'];
  const files = Object.entries(sources).flatMap(([name, text]) =>
    endings.map((ending) => ({ file: `${name}.${ending}`, text })),
  );
  await Promise.all(files.map(({ file, text }) => writeFile(join(folder, file), text)));
  const config = { compilerOptions: COMPILER_OPTIONS[resolution], files: files.map(({ file }) => file) };
  await writeFile(join(folder, `tsconfig.${resolution}.json`), JSON.stringify(config));
}

const STRICTEST = {
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  declaration: true,
  outDir: 'declarations',
  emitDeclarationOnly: true,
};

const COMPILER_OPTIONS = {
  nodenext: { ...STRICTEST, module: 'nodenext' },
  bundler: { ...STRICTEST, module: 'esnext', moduleResolution: 'bundler' },
};

const readProgram = (name: string) => readFile(join(import.meta.dirname, `${name}.ts`), 'utf8');
