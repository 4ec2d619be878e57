import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listFolder } from './list-folder.ts';

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'list-'))));
afterEach(() => rm(dir, { recursive: true }));

const list = async (after?: string, namesAtOnce?: number) => {
  const keys: string[] = [];
  for await (const { key } of listFolder(dir, '', { after, ...(namesAtOnce ? { namesAtOnce } : {}) }))
    keys.push(key);
  return keys;
};

it('lists each object once however few names are held at a time, and goes on behind any key, also one that is gone', async () => {
  const keys = ['a', 'b/1', 'b/10', 'b/2', 'b-1/x/y', 'b-1/x/z', 'c/d/e/f', 'c/d/g', 'd', 'e/1', 'z'];
  for (const key of keys) {
    await mkdir(dirname(join(dir, key)), { recursive: true });
    await writeFile(join(dir, key), '');
  }
  const whole = await list();
  expect(whole.toSorted()).toEqual(keys.toSorted());
  const position = fc.record({ index: fc.nat(keys.length - 1), namesAtOnce: fc.integer({ min: 1, max: 5 }) });
  const property = fc.asyncProperty(position, async ({ index, namesAtOnce }) => {
    expect(await list(whole[index], namesAtOnce)).toEqual(whole.slice(index + 1));
  });
  await fc.assert(property, { numRuns: 60 });
  expect(await list('b/11')).toEqual(whole.slice(whole.indexOf('b/10') + 1));
  expect(await list('b/1/gone')).toEqual(whole.slice(whole.indexOf('b/1') + 1));
  expect(await list('c/0/gone', 1)).toEqual(whole.slice(whole.indexOf('c/d/e/f')));
});
