import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as source from '../index.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const ROOT = join(PACKAGE, '../..');

const run = promisify(execFile);

let folder: string;
let tarball: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalling-package-'));
  await run(join(ROOT, 'script/pnpm'), ['pack', '--pack-destination', folder], { cwd: PACKAGE });
  await run('sh', ['-c', 'tar -xzf *.tgz'], { cwd: folder });
  tarball = (await run('sh', ['-c', 'ls *.tgz'], { cwd: folder })).stdout.trim();
});
afterAll(() => rm(folder, { recursive: true }));

it('gives publint nothing to say, and names nothing of how it is built', async () => {
  const { buffer } = new Uint8Array(await readFile(join(folder, tarball)));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages).toEqual([]);
  expect(Object.keys(pkg).filter((field) => /^scripts$|dependencies$|^private$/i.test(field))).toEqual([]);
});

it('has all that the sources export, in a module that imports nothing', async () => {
  const file = join(folder, 'package/dist/index.js');
  expect(await readFile(file, 'utf8')).not.toMatch(/^import /m);
  const built = (await import(file)) as object;
  expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort());
});
