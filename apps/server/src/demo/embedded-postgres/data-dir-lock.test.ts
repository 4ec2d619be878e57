import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireDataDirLock, DataDirInUseError, readLockHolder, type LockHolder } from './data-dir-lock.ts';

const SERVER = { baseUrl: 'http://127.0.0.1:8080' };

// The pid is alive, but not as the process that took the lock.
const DEAD = { pid: process.ppid, process_started: 'before', started_at: 'then', base_url: 'http://old' };

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'data-dir-lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

it('says who holds the folder, since when, and what to do', async () => {
  await acquire();
  const error = await acquire().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DataDirInUseError);
  expect((error as Error).message).toMatch(
    new RegExp(
      `^${dataDir} is in use by the server at http://127.0.0.1:8080 \\(process ${process.pid}, since \\d{4}-.*Z\\)\\. Stop`,
    ),
  );
});

it('is free again after release, and leaves nothing behind', async () => {
  const lock = await acquire();
  await lock.release();
  expect(await readdir(dataDir)).toEqual([]);
  await expect(acquire()).resolves.toBeDefined();
});

it('does not release what another one took over', async () => {
  const lock = await acquire();
  await writeLock('server.lock', { ...DEAD, base_url: 'http://other' });
  await lock.release();
  expect((await readLockHolder(path.join(dataDir, 'server.lock')))?.holder.base_url).toBe('http://other');
});

it('takes over from a server that was killed', async () => {
  const child = await acquireInOtherProcess();
  await expect(acquire()).rejects.toThrow(`process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await acquire();
  expect((await readLockHolder(path.join(dataDir, 'server.lock')))?.holder.pid).toBe(process.pid);
});

it('takes over when another program runs under the pid of the dead holder', async () => {
  await writeLock('server.lock', DEAD);
  await acquire();
  expect((await readLockHolder(path.join(dataDir, 'server.lock')))?.holder.pid).toBe(process.pid);
});

it('lets exactly one of many take over from the dead', async () => {
  for (let round = 0; round < 20; round += 1) {
    await writeLock('server.lock', DEAD);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => acquire()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(dataDir)).toEqual(['server.lock']);
  }
});

it('takes over also where one who was about to take over died', async () => {
  const text = await writeLock('server.lock', DEAD);
  const claim = `server.lock.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  await writeLock(claim, { ...DEAD, base_url: 'http://claimant' });
  await acquire();
  expect(await readdir(dataDir)).toEqual(['server.lock']);
});

it('waits for a command, which is over soon', async () => {
  const command = await acquireDataDirLock({ dataDir, baseUrl: null });
  const order: string[] = [];
  const server = acquire().then(() => order.push('server'));
  await readdir(dataDir);
  order.push('command');
  await command.release();
  await server;
  expect(order).toEqual(['command', 'server']);
});

it('does not wait for a command for ever', async () => {
  await acquireDataDirLock({ dataDir, baseUrl: null });
  await expect(acquireDataDirLock({ dataDir, ...SERVER, patienceMs: 0 })).rejects.toThrow(
    'in use by a command',
  );
});

it('says what to do about a lock that nobody can read', async () => {
  await writeFile(path.join(dataDir, 'server.lock'), '');
  await expect(acquire()).rejects.toThrow('delete it if no server runs');
});

async function writeLock(name: string, holder: LockHolder): Promise<string> {
  const text = JSON.stringify(holder);
  await writeFile(path.join(dataDir, name), text);
  return text;
}

function acquire() {
  return acquireDataDirLock({ dataDir, ...SERVER });
}

async function acquireInOtherProcess(): Promise<ChildProcess> {
  const script = `
    import { acquireDataDirLock } from ${JSON.stringify(import.meta.resolve('./data-dir-lock.ts'))};
    await acquireDataDirLock({ dataDir: process.argv[1], baseUrl: 'http://127.0.0.1:9090' });
    console.log('acquired');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}
