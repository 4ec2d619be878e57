import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { ensureOwnDir } from './locate-binaries.ts';
import { runAsUser, type ProcessUser } from './postgres-user.ts';

export type LocateClusterOptions = {
  dataDir: string;
  user: ProcessUser | null;
  log: (line: string) => void;
  sharedDirs: string[];
};

export async function locateCluster(options: LocateClusterOptions): Promise<string> {
  const recorded = await findRecordedLocation(options.dataDir);
  if (recorded !== null) return recorded;
  await openDataDir(options);
  if (await canUse(options.dataDir, options.user)) return path.join(options.dataDir, 'postgres');
  if (options.user === null)
    throw new Error(`${options.dataDir} can't be written to: set DATA_DIR to a folder that can.`);
  return chooseSharedLocation(options);
}

export async function findRecordedLocation(dataDir: string): Promise<string | null> {
  const record = path.join(dataDir, 'postgres-location');
  const location = await readFile(record, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
  if (location === null) return null;
  if (await stat(path.dirname(location)).catch(() => null)) return location;
  throw new Error(
    `The database of ${dataDir} was in ${location}, and that folder is gone. Bring it back, ` +
      `or delete ${record} to begin with an empty database.`,
  );
}

// Mode 0711 lets PostgreSQL's user pass through without a look at the rest. No folder above the data folder is opened,
// and no home that somebody named as DATA_DIR.
async function openDataDir({ dataDir, user }: LocateClusterOptions): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: user === null ? 0o700 : 0o711 });
  const found = await stat(dataDir);
  const isClosed = (found.mode & 0o011) !== 0o011;
  if (user === null || !isClosed || found.uid !== 0 || path.resolve(dataDir) === homedir()) return;
  await chmod(dataDir, found.mode | 0o011);
}

// Modes of parents, ACLs, root-squashed mounts and user namespaces all have a say, so the user tries it.
async function canUse(parent: string, user: ProcessUser | null): Promise<boolean> {
  let trial: string | undefined;
  try {
    trial = await mkdtemp(path.join(parent, '.reach-'));
    if (user !== null) await chown(trial, user.uid, user.gid);
    const args = ['-c', ': > "$1/file" && chmod 0700 "$1"', 'sh', trial];
    return (await runAsUser({ file: '/bin/sh', args, user })).succeeded;
  } catch {
    return false;
  } finally {
    if (trial !== undefined) await rm(trial, { recursive: true, force: true });
  }
}

async function chooseSharedLocation({
  dataDir,
  user,
  log,
  sharedDirs,
}: LocateClusterOptions): Promise<string> {
  for (const sharedDir of sharedDirs) {
    const parent = await makeSharedParent(sharedDir);
    if (parent === null) continue;
    if (await canUse(parent, user)) {
      const location = path.join(parent, 'postgres');
      await writeFile(path.join(dataDir, 'postgres-location'), `${location}\n`, { mode: 0o600 });
      log(`PostgreSQL's user can't reach ${dataDir}, so the database is in ${location}.`);
      return location;
    }
    await rm(parent, { recursive: true, force: true });
  }
  throw new Error(
    `PostgreSQL can't run as root, and its user can reach neither ${dataDir} nor ${sharedDirs.join(' nor ')}. ` +
      'Set DATA_DIR to a folder whose parents are open to all (mode 0711), or set DATABASE_URL.',
  );
}

// The name is random: after DATA_DIR was deleted, the next one must not meet the database of the old one.
async function makeSharedParent(sharedDir: string): Promise<string | null> {
  try {
    await ensureOwnDir(sharedDir);
    const parent = await mkdtemp(path.join(sharedDir, 'data-'));
    await chmod(parent, 0o711);
    return parent;
  } catch {
    return null;
  }
}
