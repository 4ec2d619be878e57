import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPostgresUser } from './postgres-user.ts';
import { locateCluster } from './locate-cluster.ts';

// Only root has to hand the data to another user; everybody else runs PostgreSQL as themselves.
const isRoot = process.getuid?.() === 0;

let root: string;
let home: string;
let sharedDir: string;
let lines: string[];

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'locate-cluster-'));
  await chmod(root, 0o755);
  home = path.join(root, 'home');
  sharedDir = path.join(root, 'shared');
  await mkdir(home, { mode: 0o700 });
  lines = [];
});

afterEach(() => rm(root, { recursive: true, force: true }));

it('puts the cluster into the data folder', async () => {
  const dataDir = path.join(root, 'data');
  expect(await locate(dataDir)).toBe(path.join(dataDir, 'postgres'));
  expect(lines).toEqual([]);
});

it.runIf(isRoot)(
  'opens the data folder itself, which is its own, for passing through and no more',
  async () => {
    const dataDir = path.join(root, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    expect(await locate(dataDir)).toBe(path.join(dataDir, 'postgres'));
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  },
);

it.runIf(isRoot)('goes elsewhere when a folder above is closed, says so, and finds it again', async () => {
  const dataDir = path.join(home, 'data');
  const location = await locate(dataDir);
  expect(path.dirname(path.dirname(location))).toBe(sharedDir);
  expect(lines).toEqual([`PostgreSQL's user can't reach ${dataDir}, so the database is in ${location}.`]);
  expect((await readFile(path.join(dataDir, 'postgres-location'), 'utf8')).trim()).toBe(location);
  expect(await locate(dataDir)).toBe(location);
});

it.runIf(isRoot)('leaves the mode of folders above as it is', async () => {
  await locate(path.join(home, 'data'));
  expect((await stat(home)).mode & 0o777).toBe(0o700);
});

it.runIf(isRoot)('never meets the database of a data folder that was deleted', async () => {
  const dataDir = path.join(home, 'data');
  const before = await locate(dataDir);
  await rm(dataDir, { recursive: true });
  expect(await locate(dataDir)).not.toBe(before);
});

it.runIf(isRoot)('does not begin with an empty database when the one it had is gone', async () => {
  const dataDir = path.join(home, 'data');
  const location = await locate(dataDir);
  await rm(path.dirname(location), { recursive: true });
  await expect(locate(dataDir)).rejects.toThrow(`was in ${location}, and that folder is gone`);
});

it.runIf(isRoot)('takes no shared folder that another account made first', async () => {
  await mkdir(sharedDir);
  await chown(sharedDir, 65_534, 65_534);
  await expect(locate(path.join(home, 'data'))).rejects.toThrow('can reach neither');
});

it.runIf(isRoot)('takes no shared folder that others may write to', async () => {
  await mkdir(sharedDir);
  await chmod(sharedDir, 0o777);
  await expect(locate(path.join(home, 'data'))).rejects.toThrow('can reach neither');
});

async function locate(dataDir: string): Promise<string> {
  const user = await findPostgresUser(path.join(dataDir, 'postgres'));
  return locateCluster({ dataDir, user, log: (line) => lines.push(line), sharedDirs: [sharedDir] });
}
