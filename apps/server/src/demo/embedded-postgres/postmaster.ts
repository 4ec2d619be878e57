import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { readFile, readlink, realpath, open } from 'node:fs/promises';
import { platform } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readProcessIdentity } from './data-dir-lock.ts';

export type Postmaster = { pid: number; identity: string; port: number; isReady: boolean };

export async function findPostmaster(location: string): Promise<Postmaster | null> {
  const data = path.join(location, 'data');
  const file = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  // Lines of postmaster.pid (PostgreSQL's pidfile.h): 1 pid, 4 port, 8 status.
  const lines = file.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const identity = await readProcessIdentity(pid);
  if (identity === null || !(await servesCluster(pid, data))) return null;
  return { pid, identity, port: Number(lines[3]), isReady: lines[7] === 'ready' };
}

// After a crash, another program may have the pid in the file.
async function servesCluster(pid: number, data: string): Promise<boolean> {
  try {
    // A postmaster's working folder is its data folder, always.
    if (platform() === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data));
    const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]);
    return stdout.includes(`-D ${data} `);
  } catch {
    return false;
  }
}

const POLL_MS = 25;

/**
 * Stops it as PostgreSQL's manual says: SIGINT ends the connections and writes a checkpoint, SIGQUIT ends
 * at once and leaves the rest to recovery. Never SIGKILL, which would leave children behind on the data.
 */
export async function stopPostmaster(postmaster: { pid: number; identity: string }): Promise<void> {
  for (const { signal, patienceMs } of [
    { signal: 'SIGINT', patienceMs: 10_000 },
    { signal: 'SIGQUIT', patienceMs: 15_000 },
  ] as const) {
    if (!(await isSame(postmaster))) return;
    sendSignal(postmaster.pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
      if (!(await isSame(postmaster))) return;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop: look at it, then start again.`);
}

async function isSame({ pid, identity }: { pid: number; identity: string }): Promise<boolean> {
  return (await readProcessIdentity(pid)) === identity;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * PostgreSQL refuses to start while the pid in its postmaster.pid is alive, even when it is another program's or a
 * zombie's by now. The pid of its own parent counts as stale, so ours is written there. The file is not deleted: its
 * line about shared memory guards the data against children that survived.
 */
export async function disarmStalePid(location: string): Promise<void> {
  // NOFOLLOW: this folder belongs to PostgreSQL's user, and we may be root.
  const flags = constants.O_RDWR | constants.O_NOFOLLOW;
  const file = await open(path.join(location, 'data/postmaster.pid'), flags).catch(() => null);
  if (file === null) return;
  try {
    const [, ...rest] = (await file.readFile('utf8')).split('\n');
    const text = [process.pid, ...rest].join('\n');
    await file.write(text, 0);
    await file.truncate(Buffer.byteLength(text));
  } finally {
    await file.close();
  }
}
