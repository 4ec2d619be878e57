import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fis-setup-'));
  for (const folder of ['script', 'apps/one', 'packages/two', '.toolchain/bin'])
    await mkdir(join(root, folder), { recursive: true });
  await copyFile(join(import.meta.dirname, 'setup.sh'), join(root, 'script/setup.sh'));
  const manifests = ['package.json', 'apps/one/package.json', 'packages/two/package.json'];
  for (const file of [...manifests, 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    await writeFile(join(root, file), file);
  const pnpm = join(root, '.toolchain/bin/pnpm');
  await writeFile(
    pnpm,
    `#!/bin/sh\nmkdir -p '${root}/node_modules'\necho "$*" >>'${root}/asked'\nexit $FAILS\n`,
  );
  await chmod(pnpm, 0o755);
});
afterEach(() => rm(root, { recursive: true }));

const install = async (wanted: 'server' | 'all', { fails = false } = {}): Promise<string[]> => {
  const asked = join(root, 'asked');
  await writeFile(asked, '');
  const script = `. script/setup.sh; wanted=${wanted}; has_packages || install_packages; has_packages`;
  const env = { PATH: process.env.PATH, FAILS: fails ? '1' : '0' };
  const running = run('bash', ['-c', script], { cwd: root, env });
  await (fails ? expect(running).rejects.toThrow('this failed') : running);
  return (await readFile(asked, 'utf8')).split('\n').filter((line) => line !== '');
};

const ALL = ['install --frozen-lockfile'];
const SERVER = [
  `${ALL[0]} --trust-lockfile --prod --filter . --filter ./examples... --filter @field-inspection/server...`,
];

const change = () => appendFile(join(root, 'pnpm-lock.yaml'), '# changed\n');

it('script/server installs the packages of the service alone, once', async () => {
  expect(await install('server')).toEqual(SERVER);
  expect(await install('server')).toEqual([]);
  await change();
  expect(await install('server')).toEqual(SERVER);
});

it('what needs all packages completes those of the service, and asks for no more', async () => {
  await install('server');
  expect(await install('all')).toEqual(ALL);
  expect(await install('all')).toEqual([]);
});

it('script/server leaves all packages as they are, and after a change installs all', async () => {
  await install('all');
  expect(await install('server')).toEqual([]);
  await change();
  expect(await install('server')).toEqual(ALL);
});

it('script/server cuts nothing down that others installed', async () => {
  await mkdir(join(root, 'node_modules'));
  expect(await install('server')).toEqual(ALL);
});

it('a script may be the first that a clone runs: its lock makes the folder that it lies in', async () => {
  await rm(join(root, '.toolchain'), { recursive: true });
  const { stdout } = await run('bash', ['-c', '. script/setup.sh; with_lock echo held'], {
    cwd: root,
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toBe('held\n');
});

it('each script that brings what an installed package unpacks installs the packages before', async () => {
  const scripts = (await readdir(import.meta.dirname)).filter((name) => name.startsWith('fetch-'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts) {
    const text = await readFile(join(import.meta.dirname, name), 'utf8');
    const imports = /^ +import .* from "[@a-z]/m.test(text.replaceAll(/from "node:/g, 'of "node:'));
    expect([name, /^ {2}setup$/m.test(text)]).toEqual([name, imports]);
  }
});

it('an installation that was cut off goes on as it began', async () => {
  expect(await install('server', { fails: true })).toEqual(SERVER);
  expect(await install('server')).toEqual(SERVER);
  expect(await install('all', { fails: true })).toEqual(ALL);
  expect(await install('server')).toEqual(ALL);
});
