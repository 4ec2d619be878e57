import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fis-folders-'));
});
afterAll(() => rm(dir, { recursive: true }));

test('makes what is missing with its mode, also several at once, and leaves what is there', async () => {
  const path = join(dir, 'a/b/c');
  await Promise.all(Array.from({ length: 10 }, () => makeFolder(path, { mode: 0o700 })));
  await makeFolder(path);
  await makeFolder('/');
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test.each([
  ['/proc/fis-test/a', 'ENOENT'],
  ['file', 'EEXIST'],
  ['file/a/b', 'ENOTDIR'],
])('refuses in time where no folder can be: %s', async (path, code) => {
  await writeFile(join(dir, 'file'), '');
  await expect(makeFolder(join(path.startsWith('/') ? '' : dir, path))).rejects.toMatchObject({ code });
});
