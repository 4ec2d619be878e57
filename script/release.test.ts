import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);

let root: string;
const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root });
const release = () => run(join(root, 'script/release'), { cwd: root });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fis-release-'));
  await mkdir(join(root, 'script'));
  await mkdir(join(root, 'apps/server'), { recursive: true });
  for (const name of ['release', 'setup.sh'])
    await cp(join(import.meta.dirname, name), join(root, 'script', name));
  await writeFile(join(root, 'apps/server/package.json'), '{ "version": "7.8.9" }\n');
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Release');
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('a commit without the tag of its version is not released', async () => {
  await git('tag', 'v7.8.8');
  await expect(release()).rejects.toThrow('this commit is no release: tag it as v7.8.9');
});

it('a checkout with changes is not released, even with the tag', async () => {
  await git('tag', 'v7.8.9');
  await writeFile(join(root, 'new'), '');
  await expect(release()).rejects.toThrow('what is not committed can not be released');
});
