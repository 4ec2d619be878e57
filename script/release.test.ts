import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
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
  for (const name of ['release', 'setup.sh', 'pack.sh'])
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

it('an archive is the same to the byte whenever it is packed, and has files in place of links', async () => {
  const folder = join(root, 'operations/chart');
  await mkdir(folder, { recursive: true });
  await writeFile(join(root, 'operations/alerts.yml'), 'groups: []\n');
  await symlink('../alerts.yml', join(folder, 'alerts.yml'));
  const pack = async (archive: string): Promise<Buffer> => {
    const rename = ['--transform', 's,^operations/chart,field-inspection,'];
    const words = ['. script/pack.sh; pack "$@"', 'sh', archive, ...rename, 'operations/chart'];
    await run('bash', ['-c', ...words], {
      cwd: root,
      env: { ...process.env, SOURCE_DATE_EPOCH: '1790000000' },
    });
    return readFile(join(root, archive));
  };
  const first = await pack('first.tgz');
  await utimes(join(root, 'operations/alerts.yml'), 1, 1);
  await chmod(join(root, 'operations/alerts.yml'), 0o600);
  expect(await pack('second.tgz')).toEqual(first);
  const { stdout } = await run('tar', ['-xzOf', 'first.tgz', 'field-inspection/alerts.yml'], { cwd: root });
  expect(stdout).toBe('groups: []\n');
});
