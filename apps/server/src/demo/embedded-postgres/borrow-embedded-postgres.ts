import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  acquireDataDirLock,
  DataDirInUseError,
  isHolderAlive,
  readLockHolder,
  type DataDirLock,
} from './data-dir-lock.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

export type BorrowedPostgres = { databaseUrl: string; close(): Promise<void> };

const POLL_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * Gives the data folder's database for the length of a command: the server's while one runs, else one of its own under
 * the folder's lock. A database that a dead server or a command left is never borrowed, because it may end at any time.
 */
export async function borrowEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<BorrowedPostgres> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const running = await findOfServer(options.dataDir);
    if (running !== null) return { ...running, close: async () => undefined };
    const lock = await tryLock(options.dataDir, waitedMs);
    if (lock !== null) return startOwn(options, lock);
    // A server has the folder, but its database is just coming or going.
    await sleep(POLL_MS);
  }
}

async function findOfServer(dataDir: string): Promise<{ databaseUrl: string } | null> {
  const found = await readLockHolder(path.join(dataDir, 'server.lock'));
  if (found === null || found.holder.base_url === null) return null;
  return (await isHolderAlive(found.holder)) ? findEmbeddedPostgres({ dataDir }) : null;
}

async function tryLock(dataDir: string, waitedMs: number): Promise<DataDirLock | null> {
  try {
    return await acquireDataDirLock({ dataDir, baseUrl: null });
  } catch (error) {
    if (error instanceof DataDirInUseError && waitedMs < PATIENCE_MS) return null;
    throw error;
  }
}

async function startOwn(options: { dataDir: string; log: (line: string) => void }, lock: DataDirLock) {
  try {
    const postgres = await startEmbeddedPostgres(options);
    const close = () => postgres.stop().finally(lock.release);
    return { databaseUrl: postgres.databaseUrl, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
