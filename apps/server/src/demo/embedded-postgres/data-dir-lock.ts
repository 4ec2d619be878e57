import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ConfigError } from '../../config/read-config.ts';

export type LockHolder = {
  pid: number;
  process_started: string;
  started_at: string;
  base_url: string | null;
};
type FoundLock = { holder: LockHolder; text: string };

export type DataDirLock = { release(): Promise<void> };
/** baseUrl is null for a command. A command is over soon, so others wait for it. */
type AcquireDataDirLockOptions = { dataDir: string; baseUrl: string | null; patienceMs?: number };

export class DataDirInUseError extends ConfigError {
  override name = 'DataDirInUseError';
}

const POLL_MS = 50;
const PATIENCE_MS = 30_000;

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
    // A lock that this user may not read can't be judged, and deleting it would not help.
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ConfigError(`DATA_DIR: ${file} can't be read: delete it if no server runs on this folder.`, {
      cause,
    });
  }
}

export async function isHolderAlive(holder: LockHolder): Promise<boolean> {
  return (await readProcessIdentity(holder.pid)) === holder.process_started;
}

/**
 * Reads when the process with this pid started, or null when none runs. Pids are used again (in a container within
 * minutes), so a pid alone does not tell whether it is still the same program.
 */
export async function readProcessIdentity(pid: number): Promise<string | null> {
  if (platform() === 'linux') return readFromProc(pid);
  return readFromPs(pid);
}

async function readFromProc(pid: number): Promise<string | null> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // proc(5): the name in brackets may itself hold brackets and spaces; field 3 is the state, 22 the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A container's first process often never reaps, so a killed process may stay as a zombie for ever.
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return fields[19] ?? null;
}

async function readFromPs(pid: number): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]);
    const [state = '', ...start] = stdout.trim().split(/\s+/);
    if (state === '' || state.startsWith('Z')) return null;
    return start.join(' ');
  } catch {
    return null;
  }
}
