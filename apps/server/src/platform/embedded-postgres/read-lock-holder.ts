import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readProcessIdentity } from './read-process-identity.ts';

/** server.lock: who runs on the data folder. */
export type LockHolder = {
  pid: number;
  process_started: string;
  started_at: string;
  base_url: string | null;
};

export async function readLockHolder(dataDir: string): Promise<{ holder: LockHolder; text: string } | null> {
  try {
    const text = await readFile(path.join(dataDir, 'server.lock'), 'utf8');
    return { holder: JSON.parse(text) as LockHolder, text };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${dataDir}/server.lock can't be read: delete it if no server runs on this folder.`, {
      cause: error,
    });
  }
}

/** Whether the very process that took the lock still runs, and not another one under its pid. */
export async function isHolderAlive(holder: LockHolder): Promise<boolean> {
  return (await readProcessIdentity(holder.pid)) === holder.process_started;
}
