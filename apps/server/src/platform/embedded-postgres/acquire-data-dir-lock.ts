import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isHolderAlive, readLockHolder } from './read-lock-holder.ts';
import type { LockHolder } from './read-lock-holder.ts';
import { readProcessIdentity } from './read-process-identity.ts';

export type DataDirLock = { release(): Promise<void> };
/** baseUrl is null for a command, which is over soon: it is waited for. */
export type AcquireDataDirLockOptions = { dataDir: string; baseUrl: string | null; patienceMs?: number };

export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
}

const POLL_MS = 50;
const PATIENCE_MS = 30_000;

/** Makes this process the only one that runs on the data folder, until release() or its end. */
export async function acquireDataDirLock(options: AcquireDataDirLockOptions): Promise<DataDirLock> {
  const { dataDir, baseUrl, patienceMs = PATIENCE_MS } = options;
  const file = path.join(dataDir, 'server.lock');
  const text = await describeSelf(baseUrl);
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    if (await create(file, text)) return { release: () => removeIf(file, text) };
    const found = await readLockHolder(dataDir);
    if (found === null) continue;
    if (!(await isHolderAlive(found.holder))) {
      await removeIf(file, found.text);
      continue;
    }
    const isCommand = found.holder.base_url === null;
    if (!isCommand || waitedMs >= patienceMs)
      throw new DataDirInUseError(explainHolder(dataDir, found.holder));
    await sleep(POLL_MS);
  }
}

async function describeSelf(baseUrl: string | null): Promise<string> {
  const holder: LockHolder = {
    pid: process.pid,
    process_started: (await readProcessIdentity(process.pid)) ?? '',
    started_at: new Date(performance.timeOrigin).toISOString(),
    base_url: baseUrl,
  };
  return JSON.stringify(holder);
}

// A hard link appears whole or not at all: nobody ever reads half a lock, even after a kill in the middle.
async function create(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

// Of several that see the same dead holder one may be so quick that its own new lock is what the next one
// would remove: what was moved aside is looked at, and put back if it is not what was meant.
async function removeIf(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, file).catch(() => undefined);
  await rm(aside);
}

function explainHolder(dataDir: string, holder: LockHolder): string {
  const who = holder.base_url === null ? 'a command' : `the server at ${holder.base_url}`;
  return (
    `${dataDir} is in use by ${who} (process ${holder.pid}, since ${holder.started_at}). ` +
    'Stop that one first, or give this one a DATA_DIR of its own.'
  );
}
