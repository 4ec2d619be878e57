import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Platform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import sdk from '../../packages/sdk/package.json' with { type: 'json' };
import { composeNotices, PARTS } from './compose-notices.ts';
import { findPackages } from './find-packages.ts';

const SCALAR = 'apps/server/node_modules/@scalar/api-reference';
const ROOT = join(import.meta.dirname, '../..');
const VERIFIER = 'apps/pages/src/verify/verifier/verifier-thread.ts';
const ENTRIES = [...Object.values(sdk.exports), ...Object.values(sdk.bin)].map((entry) =>
  join('packages/sdk', entry),
);

const bundle = (entryPoints: string[], platform: Platform = 'node') =>
  build({
    absWorkingDir: ROOT,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'nowhere',
    minify: true,
    format: 'esm',
    splitting: platform === 'browser',
    platform,
  });

const listBundled = async (entryPoints: string[], platform?: Platform): Promise<string[]> => {
  const { metafile } = await bundle(entryPoints, platform);
  const names = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)];
};

describe('the third-party notices', () => {
  it('are those of what is installed: pnpm gen writes them', () => {
    expect(readFileSync(join(ROOT, 'THIRD-PARTY-NOTICES.txt'), 'utf8')).toBe(composeNotices());
  });

  it('name every package whose code is in the SDK or in the verifier of browsers, and no other there', async () => {
    const named = PARTS[0]!.folders.map((folder) => folder.split('node_modules/')[1]);
    expect(await listBundled(ENTRIES)).toEqual(named);
    expect(await listBundled([VERIFIER])).toEqual(named);
    // Shows that a bundled package is found.
    expect(await listBundled(['packages/contract/src/index.ts'])).toContain('zod');
  });

  it('name every package whose code is in the field application, and no other there', async () => {
    const named = PARTS[1]!.folders.map((folder) => folder.split('node_modules/').at(-1));
    const bundled = await listBundled(['apps/field/src/main.tsx'], 'browser');
    expect(bundled.sort()).toEqual(named.sort());
    const pages = ['sign', 'verify', 'invitation'].map((name) => `apps/pages/src/${name}/main.tsx`);
    for (const name of await listBundled(pages, 'browser')) expect(named).toContain(name);
  });

  it('name every package whose code is in the console', async () => {
    const { folders, deep } = PARTS.find(({ title }) => title.includes('/console'))!;
    const named = findPackages(
      folders.map((folder) => join(ROOT, folder)),
      deep,
    ).map(({ name }) => name);
    const bundled = await listBundled(['apps/console/src/main.tsx'], 'browser');
    expect(bundled).toContain('react-aria');
    for (const name of bundled) expect(named).toContain(name);
  });

  it('name what the explorer is built of: script/notices/explorer installs all that its manifest asks for', () => {
    const read = (file: string) =>
      (JSON.parse(readFileSync(join(ROOT, file, 'package.json'), 'utf8')) as { dependencies: object })
        .dependencies;
    expect(read('script/notices/explorer')).toEqual(read(SCALAR));
  });

  it('stand in what is built of it, too: minified code keeps them', async () => {
    for (const { text } of (await bundle([VERIFIER, 'packages/sdk/src/evidence.ts'])).outputFiles)
      expect(text).toContain('Copyright (c) 2022 Paul Miller');
  });

  it('have of each package its version and its licence, or say that it has none', () => {
    const notices = composeNotices();
    expect(notices).toContain('@noble/hashes 2.4.0 (MIT)\n    Copyright (c) 2022 Paul Miller');
    expect(notices).toContain('@scalar/api-reference 1.72.1 (MIT), by Scalar');
    expect(notices.match(/^@?[\w./-]+ \d+\.\d+\.\d+\S* \(/gm)!.length).toBeGreaterThan(250);
    expect(notices).toContain('SIL OPEN FONT LICENSE Version 1.1');
    expect(notices).not.toContain('no licence named');
  });
});
