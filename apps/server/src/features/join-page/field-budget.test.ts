import { gzipSync } from 'node:zlib';
import { LOCALES } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { readFieldBuild } from './read-field-build.ts';
import { renderJoinPage } from './render-join-page.ts';

const KB = 1024;
const { script, style, files } = readFieldBuild();
const sizeOf = (bytes: Buffer | string) => gzipSync(bytes).length;

describe('the field application, compressed', () => {
  it.each(LOCALES)('is at most 25 kB in 3 requests before the first tap, in %s', async (locale) => {
    const page = await renderJoinPage({ locale, brand: undefined, style: undefined });
    const named = [...page.matchAll(/(?:src|href)="assets\/([^"]+)"/g)].map(([, name]) => name!);
    expect(named).toEqual([style, script]);
    const loaded = named.map((name) => files.get(name)!);
    expect([page, ...loaded].reduce((sum, bytes) => sum + sizeOf(bytes), 0)).toBeLessThanOrEqual(25 * KB);
  });

  it('loads nothing more by itself: what the first script needs is in it', () => {
    expect(files.get(script)!.toString()).not.toMatch(/(from|import)\s*["'`]\.\//);
  });

  it('is at most 80 kB, whole', () => {
    const sizes = [...files.values()].map(sizeOf);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80 * KB);
  });
});
