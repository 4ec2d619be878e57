import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { platform } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readProcessIdentity } from './read-process-identity.ts';

export type Postmaster = { pid: number; identity: string; port: number; isReady: boolean };

/** The PostgreSQL that runs on this cluster now, whoever started it. */
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

// After a crash the pid in the file may be another program's by now.
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
