import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Manifest, renderPublishConfig } from './render-publish-config.ts';

it('publishes every entry of package.json as both kinds of module, with types', async () => {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const mend = 'Mend it with: pnpm --filter @field-inspection/sdk gen';
  expect(manifest.publishConfig, mend).toEqual(renderPublishConfig(manifest));
});

it('makes all that an entry or a program needs of its one line, and keeps the rest', () => {
  const published = renderPublishConfig({
    exports: { '.': './src/index.ts', './new': './src/new-entry.ts' },
    bin: { 'new-program': './src/run-program.ts' },
    publishConfig: { access: 'public', exports: { './old': './dist/old.js' } },
  });
  expect(published).toMatchObject({
    access: 'public',
    bin: { 'new-program': './dist/run-program.js' },
    typesVersions: { '*': { new: ['./dist/new-entry.d.cts'] } },
  });
  expect(Object.keys(published.exports)).toEqual(['.', './new']);
  expect(published.exports['./new']).toEqual({
    import: { types: './dist/new-entry.d.ts', default: './dist/new-entry.js' },
    require: { types: './dist/new-entry.d.cts', default: './dist/new-entry.cjs' },
  });
});
