import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Options } from 'tsup';

/** Gives the growth of an application's minified bundle by names imported from an entry of src. */
export async function bundle(
  names: string,
  entryFile = 'webhooks.ts',
  esbuildPlugins: Options['esbuildPlugins'] = [],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-size-'));
  try {
    const entry = join(folder, 'entry.js');
    const from = join(import.meta.dirname, '..', entryFile);
    await writeFile(entry, `export { ${names} } from ${JSON.stringify(from)};`);
    await build({
      entry: [entry],
      outDir: folder,
      config: false,
      // An application has no packages of the workspace, whatever folder the tests run in.
      noExternal: [/^@field-inspection\//],
      silent: true,
      format: 'esm',
      target: 'node20',
      platform: 'neutral',
      minify: true,
      esbuildPlugins,
      outExtension: () => ({ js: '.mjs' }),
    });
    return await readFile(join(folder, 'entry.mjs'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** From the sources, since the package has client and operations in one file. */
export const bundleCore = () =>
  bundle('FieldInspection', 'client.ts', [
    {
      name: 'no resources',
      setup: ({ onLoad }) =>
        onLoad({ filter: /resources\/resources\.ts$/ }, () => ({
          // The class keeps the transport, so that nothing of the core is dropped.
          contents: 'export class Resources { constructor(transport) { this.transport = transport; } }',
        })),
    },
  ]);

export const gzipSize = (code: string) => gzipSync(code, { level: 9 }).length;
