import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
  readFile,
} from 'node:fs/promises';
import path from 'node:path';
import { runAsUser, type ProcessUser } from './postgres-user.ts';

export type InitialiseClusterOptions = { location: string; initdb: string; user: ProcessUser | null };

/**
 * Makes the cluster unless it is there: `data` belongs to PostgreSQL's user, while the folder around it with
 * `password` and the logs stays ours, so that this user can't turn root's writes there into his own.
 */
export async function initialiseCluster({ location, initdb, user }: InitialiseClusterOptions): Promise<void> {
  await removePartial(location);
  if (await hasCluster(location)) return;
  const partial = await mkdtemp(`${location}.new-`);
  await chmod(partial, user === null ? 0o700 : 0o711);
  await fillCluster(partial, { initdb, user });
  // A single rename makes data and password appear together: a kill before it leaves a folder that the next start
  // removes, never half a cluster.
  await rename(partial, location);
  await syncDir(path.dirname(location));
}

async function hasCluster(location: string): Promise<boolean> {
  try {
    await stat(path.join(location, 'data/PG_VERSION'));
    return true;
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    // `explainDataDir` knows the other codes of the system.
    if (code !== 'EACCES' && code !== 'EPERM') throw cause;
    throw new Error(
      `The database in ${location} belongs to another user: start the server as that one or as root, ` +
        'or set DATA_DIR to another folder.',
      { cause },
    );
  }
}

// An initdb whose server was killed may still write there for a moment: then the next start removes it.
async function removePartial(location: string): Promise<void> {
  const parent = path.dirname(location);
  const names = (await readdir(parent)).filter((name) => name.startsWith(`${path.basename(location)}.new-`));
  const removals = names.map((name) => rm(path.join(parent, name), { recursive: true, force: true }));
  await Promise.allSettled(removals);
}

async function fillCluster(dir: string, { initdb, user }: Omit<InitialiseClusterOptions, 'location'>) {
  const data = path.join(dir, 'data');
  const passwordFile = path.join(dir, 'initdb-password');
  const password = randomBytes(24).toString('base64url');
  await mkdir(data, { mode: 0o700 });
  await writeFile(path.join(dir, 'password'), password, { mode: 0o600, flush: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== null) {
    await chown(data, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const { succeeded, stderr } = await runAsUser({
    file: initdb,
    args: initdbArguments(data, passwordFile),
    user,
  });
  if (!succeeded) throw new Error(`PostgreSQL's initdb failed: ${stderr.trim()}`);
  await rm(passwordFile);
}

function initdbArguments(data: string, passwordFile: string): string[] {
  // The builtin provider sorts by code point and needs no locale of the host: the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  return [`--pgdata=${data}`, ...access, ...locale];
}

async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function buildDatabaseUrl(location: string, port: number): Promise<string> {
  const password = await readFile(path.join(location, 'password'), 'utf8');
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}
