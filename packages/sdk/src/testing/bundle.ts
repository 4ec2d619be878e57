import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsup';

/** What an application's bundle gains by importing names from an entry of src: minified by esbuild. */
export async function bundle(names: string, entryFile = 'webhooks.ts'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-size-'));
  try {
    const entry = join(folder, 'entry.js');
    const from = join(import.meta.dirname, '..', entryFile);
    await writeFile(entry, `export { ${names} } from ${JSON.stringify(from)};`);
    await build({
      entry: [entry],
      outDir: folder,
      config: false,
      silent: true,
      format: 'esm',
      target: 'node20',
      platform: 'neutral',
      minify: true,
      outExtension: () => ({ js: '.mjs' }),
    });
    return await readFile(join(folder, 'entry.mjs'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In bytes, as a server sends it. */
export const gzipSize = (code: string) => gzipSync(code, { level: 9 }).length;
