import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** Runs a folder's main.ts as `pnpm openapi` does; a failed run is an outcome, too. */
const runMain = (folder: string, ...flags: string[]) =>
  run(process.execPath, [join(folder, 'src/main.ts'), ...flags], { timeout: 30_000 }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
  );

// A copy, so that no run can touch the committed document.
let root: string;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'openapi-main-'));
  folder = join(root, 'packages/openapi');
  await cp(join(packageFolder, '../../package.json'), join(root, 'package.json'));
  await cp(join(packageFolder, 'src'), join(folder, 'src'), { recursive: true });
  await cp(join(packageFolder, 'package.json'), join(folder, 'package.json'));
  await symlink(join(packageFolder, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(root, { recursive: true }));

test('the committed document is the one that the contract gives', async () => {
  expect(await runMain(packageFolder, '--check')).toEqual({ code: 0, stderr: '' });
});

test('--check fails without the document, passes once it is written, and fails after a change', async () => {
  const file = join(folder, 'openapi.json');

  const missing = await runMain(folder, '--check');
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('pnpm openapi');

  expect(await runMain(folder)).toEqual({ code: 0, stderr: '' });
  expect(await readFile(file, 'utf8')).toBe(await readFile(join(packageFolder, 'openapi.json'), 'utf8'));
  expect((await runMain(folder, '--check')).code).toBe(0);

  await appendFile(file, '\n');
  expect((await runMain(folder, '--check')).code).toBe(1);
});
