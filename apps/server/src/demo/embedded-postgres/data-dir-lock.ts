import { createHash, randomUUID } from 'node:crypto';
import { link, rm, writeFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../config/read-config.ts';
import { readProcessIdentity } from './read-process-identity.ts';

/** The content of server.lock in the data folder: the process that runs on the folder. */
export type LockHolder = {
  pid: number;
  process_started: string;
  started_at: string;
  base_url: string | null;
};
type FoundLock = { holder: LockHolder; text: string };

export type DataDirLock = { release(): Promise<void> };
/** baseUrl is null for a command. A command is over soon, so others wait for it. */
export type AcquireDataDirLockOptions = { dataDir: string; baseUrl: string | null; patienceMs?: number };

export class DataDirInUseError extends ConfigError {
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
    if (await create(file, text)) return { release: () => remove(file, text) };
    const found = await readLockHolder(file);
    if (found === null) continue;
    const isDead = !(await isHolderAlive(found.holder));
    if (isDead && (await removeDead(file, { found, text }))) continue;
    const isHeld = !isDead && (found.holder.base_url !== null || waitedMs >= patienceMs);
    if (isHeld) throw new DataDirInUseError(explainHolder(dataDir, found.holder));
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
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

// Another start may put a live lock in the place of a dead holder's, between the look at it and its removal. So the
// right to remove exactly this lock is itself a lock, which a dead claimant loses the same way.
async function removeDead(
  file: string,
  { found, text }: { found: FoundLock; text: string },
): Promise<boolean> {
  const claim = `${file}.${createHash('sha256').update(found.text).digest('hex').slice(0, 16)}`;
  if (await create(claim, text)) {
    await remove(file, found.text);
    await rm(claim);
    return true;
  }
  const claimant = await readLockHolder(claim);
  if (claimant !== null && !(await isHolderAlive(claimant.holder))) {
    await removeDead(claim, { found: claimant, text });
  }
  return false;
}

async function remove(file: string, text: string): Promise<void> {
  if ((await readLockHolder(file))?.text === text) await rm(file);
}

function explainHolder(dataDir: string, holder: LockHolder): string {
  const who = holder.base_url === null ? 'a command' : `the server at ${holder.base_url}`;
  return (
    `${dataDir} is in use by ${who} (process ${holder.pid}, since ${holder.started_at}). ` +
    'Stop that one first, or give this one a DATA_DIR of its own.'
  );
}

export async function readLockHolder(file: string): Promise<FoundLock | null> {
  try {
    const text = await readFile(file, 'utf8');
    return { holder: JSON.parse(text) as LockHolder, text };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    // A user who may not read the file can't judge it, and deleting it is no help.
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ConfigError(`DATA_DIR: ${file} can't be read: delete it if no server runs on this folder.`, {
      cause,
    });
  }
}

/** Whether the very process that took the lock still runs, and not another one under its pid. */
export async function isHolderAlive(holder: LockHolder): Promise<boolean> {
  return (await readProcessIdentity(holder.pid)) === holder.process_started;
}
