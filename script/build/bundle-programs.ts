import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ROOT } from './root.ts';

const SOURCES = join(ROOT, 'apps/server/src');

/** They load native modules, which lie beside what loads them. */
const NATIVE = ['@myriaddreamin/typst-ts-node-compiler', '@resvg/resvg-js', 'sharp'];

/**
 * The job queue looks for files of settings from the working folder up to the user's home, and does not load where
 * there is no home. It finds none: its settings stand in start-worker.ts.
 */
const FIND_NO_SETTINGS: Plugin = {
  name: 'find no settings',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^cosmiconfig$/ }, ({ path }) => ({ path, namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({
      contents: 'export const cosmiconfigSync = () => ({ search: () => null });',
    }));
  },
};

const COMPILER = 'query-compiler.wasm';

/** As Prisma's module of base64, the compiler would stand in memory three times: as source, as text and as bytes. */
const keepCompilerApart = (folder: string): Plugin => ({
  name: 'keep the compiler apart',
  setup: ({ onLoad }) => {
    onLoad({ filter: /query_compiler_\w+\.postgresql\.wasm-base64\.mjs$/ }, async ({ path }) => {
      const { wasm } = (await import(path)) as { wasm: string };
      await writeFile(join(folder, COMPILER), Buffer.from(wasm, 'base64'));
      return {
        contents: `import { readFileSync } from 'node:fs';
          export const wasm = readFileSync(new URL('./${COMPILER}', import.meta.url));`,
      };
    });
  },
});

/** Only a checkout has these: an own database, and the demonstration on it. */
const DEMO = './demo/*';

/** Packages written as CommonJS ask for Node.js's modules by `require`. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);`;

/** All lie in one folder: apps/server/src/paths.ts counts on it. */
export const bundlePrograms = async (folder: string): Promise<void> => {
  const outdir = join(folder, 'programs');
  await mkdir(outdir, { recursive: true });
  const { outputFiles } = await build({
    write: false,
    absWorkingDir: SOURCES,
    entryPoints: listPrograms(),
    outdir,
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    bundle: true,
    // A module that two programs load, or that one loads later, is a file of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...NATIVE, DEMO],
    plugins: [FIND_NO_SETTINGS, keepCompilerApart(outdir)],
    // Node.js keeps each source in memory. Names stay, for traces of errors; THIRD-PARTY-NOTICES.txt has the licences.
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    banner: { js: REQUIRE },
    logLevel: 'error',
  });
  for (const { path, text } of outputFiles) await writeFile(path, toAscii(text));
};

/** Node.js keeps a source with any other character as two bytes for each. Such a character stands in text alone. */
const toAscii = (source: string): string =>
  source.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The sources name what runs in a thread or a process of its own. */
export const listPrograms = (): string[] => {
  const found = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file))
    .flatMap((file) => [
      ...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\blocateProgram\('([^']+)'\)/g),
    ])
    .map(([, path]) => `${path}.ts`);
  return ['main.ts', 'admin.ts', 'check-health.ts', ...new Set(found.sort())];
};
