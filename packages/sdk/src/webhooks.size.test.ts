import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsup';
import { expect, it } from 'vitest';

const ENTRY = join(import.meta.dirname, 'webhooks.ts');

/** What an application's bundle gains by importing a name: minified by esbuild. */
async function bundle(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-size-'));
  try {
    const entry = join(folder, 'entry.ts');
    await writeFile(entry, `export { ${name} } from ${JSON.stringify(ENTRY)};`);
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

const gzipSize = (code: string) => gzipSync(code, { level: 9 }).length;

it('verifyWebhook costs a bundle at most 1.2 kB', async () => {
  expect(gzipSize(await bundle('verifyWebhook'))).toBeLessThanOrEqual(1200);
});

it('createWebhookHandler, with both verifiers, costs a bundle at most 3 kB', async () => {
  expect(gzipSize(await bundle('createWebhookHandler'))).toBeLessThanOrEqual(3000);
});

it('what verifies brings nothing of what handles or signs', async () => {
  const code = await bundle('verifyWebhook');
  expect(code).toContain('svc-signature');
  for (const foreign of ['handler_failed', 'too_large', 'express.json', 'webhook-signature', 'subtle'])
    expect(code).not.toContain(foreign);
});
