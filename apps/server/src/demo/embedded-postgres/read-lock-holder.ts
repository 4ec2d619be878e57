import { readFile } from 'node:fs/promises';
import { readProcessIdentity } from './read-process-identity.ts';

/** What server.lock in the data folder says of the process that runs on it. */
export type LockHolder = {
  pid: number;
  process_started: string;
  started_at: string;
  base_url: string | null;
};
export type FoundLock = { holder: LockHolder; text: string };

export async function readLockHolder(file: string): Promise<FoundLock | null> {
  try {
    const text = await readFile(file, 'utf8');
    return { holder: JSON.parse(text) as LockHolder, text };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} can't be read: delete it if no server runs on this folder.`, { cause });
  }
}

/** Whether the very process that took the lock still runs, and not another one under its pid. */
export async function isHolderAlive(holder: LockHolder): Promise<boolean> {
  return (await readProcessIdentity(holder.pid)) === holder.process_started;
}
