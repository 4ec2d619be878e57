import { execFile, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

export type ProcessUser = { uid: number; gid: number };
export type Command = { file: string; args: string[]; user: ProcessUser | null };
export type CommandResult = { succeeded: boolean; stderr: string };

const run = promisify(execFile);

/**
 * Finds the user that PostgreSQL runs as. It refuses to run as root, so root lends it the cluster's owner or the user
 * `postgres`, who is made where there is none. Everybody else runs it as themselves: null.
 */
export async function findPostgresUser(location: string): Promise<ProcessUser | null> {
  if (process.getuid?.() !== 0) return null;
  return (await findOwner(location)) ?? (await lookUpUser()) ?? (await createUser());
}

async function findOwner(location: string): Promise<ProcessUser | null> {
  const owner = await stat(`${location}/data`).catch(() => null);
  return owner === null || owner.uid === 0 ? null : { uid: owner.uid, gid: owner.gid };
}

async function lookUpUser(): Promise<ProcessUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function createUser(): Promise<ProcessUser> {
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/bin/false',
      'postgres',
    ]);
  } catch (cause) {
    throw new Error(
      'PostgreSQL refuses to run as root, and a user for it could not be made. Make a user named postgres, ' +
        'start the server as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
  const user = await lookUpUser();
  if (user === null)
    throw new Error('The user postgres was made but is not found: check /etc/nsswitch.conf.');
  return user;
}

// The environment of PostgreSQL has nothing of the server's: that may hold master keys, and PG* variables would be
// obeyed.
export const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export function runAsUser({ file, args, user }: Command): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...user,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.once('error', (error) => resolve({ succeeded: false, stderr: error.message }));
    child.once('close', (code) => resolve({ succeeded: code === 0, stderr }));
  });
}
