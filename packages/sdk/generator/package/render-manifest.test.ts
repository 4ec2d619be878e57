import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderManifest } from './render-manifest.ts';

const read = async (path: string) =>
  JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')) as Record<string, unknown>;

it('licence, homepage and repository stand in the package as the root’s package.json says', async () => {
  const manifest = await read('../../package.json');
  const mend = 'Mend it with: pnpm --filter @field-inspection/sdk gen';
  expect(manifest, mend).toEqual(renderManifest(manifest, await read('../../../../package.json')));
  expect(manifest['license']).toBe('Apache-2.0');
});

it('repository and homepage are read from one place, and left out while there is none', () => {
  const stale = { name: 'sdk', homepage: 'https://old.example' };
  expect(renderManifest(stale, { license: 'Apache-2.0' })).toEqual({ name: 'sdk', license: 'Apache-2.0' });
  const repository = { type: 'git', url: 'git+https://git.example/service.git' };
  expect(renderManifest(stale, { homepage: 'https://service.example', repository })).toEqual({
    name: 'sdk',
    homepage: 'https://service.example',
    repository: { ...repository, directory: 'packages/sdk' },
  });
});
