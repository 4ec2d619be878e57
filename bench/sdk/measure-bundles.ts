import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import type { Library } from './libraries.ts';
import type { Customer } from './open-customer.ts';

export type Size = { minified: number; gzipped: number };

export type Bundles = {
  client?: Size;
  webhooks?: Size;
  both?: Size;
  whole?: Size;
};

/** Measures what an application's bundle gains by the imports of each task, without the task's own lines. */
export const measureBundles = async (customer: Customer, library: Library): Promise<Bundles> => {
  const { client, webhooks, entry } = library;
  const bundles: Bundles = {};
  if (client) bundles.client = await bundle(customer, [client]);
  if (webhooks) bundles.webhooks = await bundle(customer, [webhooks]);
  if (client && webhooks) bundles.both = await bundle(customer, [client, webhooks]);
  if (entry) bundles.whole = await bundleCode(customer.directory, `export * from '${entry}';`);
  return bundles;
};

const SDK = join(import.meta.dirname, '../../packages/sdk');

const bundle = ({ directory }: Customer, files: readonly string[]): Promise<Size> => {
  const exported = new Set(files.flatMap((file) => exportImports(join(directory, file))));
  return bundleCode(directory, [...exported].join('\n'));
};

const IMPORT = /^import (?:(?<whole>\w+)|\{(?<names>.*)\}) from (?<specifier>'.*');$/gm;

/** `import X from 'x'` becomes `export { default as X } from 'x'`, so that nothing of it is dropped as unused. */
const exportImports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    ({ groups: { whole, names, specifier } = {} }) =>
      `export { ${names ?? `default as ${whole}`} } from ${specifier};`,
  );

const bundleCode = async (resolveDir: string, contents: string, plugins: Plugin[] = []): Promise<Size> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    // The size counts in workers and browsers.
    platform: 'browser',
    conditions: ['worker'],
    plugins,
    logLevel: 'error',
  });
  const code = outputFiles[0]!.contents;
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length };
};

const SOURCES = join(SDK, 'src');

/**
 * Gives our client's core and the average cost of an operation, in bytes gzipped. The package has both in one file, so
 * the sources are bundled as they are and once without resources.
 */
export const measureOperations = async (): Promise<{ core: number; each: number }> => {
  const code = `export { FieldInspection } from './client.ts';`;
  const whole = await bundleCode(SOURCES, code);
  const core = await bundleCode(SOURCES, code, [
    {
      name: 'no resources',
      setup: ({ onLoad }) =>
        onLoad({ filter: /resources\/resources\.ts$/ }, () => ({
          // The transport is kept, so that nothing of the core is dropped.
          contents: 'export class Resources { constructor(transport) { this.transport = transport; } }',
        })),
    },
  ]);
  return { core: core.gzipped, each: (whole.gzipped - core.gzipped) / countOperations() };
};

// Each operation is one call of the transport.
const countOperations = (): number =>
  readdirSync(join(SOURCES, 'resources'))
    .map((file) => readFileSync(join(SOURCES, 'resources', file), 'utf8'))
    .reduce((count, source) => count + source.split('this.#transport.').length - 1, 0);

/** Only this rival has operations as single functions, to be compared with ours. */
export const measureRivalOperation = async ({ directory }: Customer): Promise<number> => {
  const core = `export { createPolarCore } from '@polar-sh/sdk/2026-10';`;
  const operation = `export { listCustomers } from '@polar-sh/sdk/2026-10/services/customers';`;
  const withOne = await bundleCode(directory, `${core}\n${operation}`);
  return withOne.gzipped - (await bundleCode(directory, core)).gzipped;
};
