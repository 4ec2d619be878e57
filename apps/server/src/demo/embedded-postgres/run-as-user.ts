import { spawn } from 'node:child_process';

export type ProcessUser = { uid: number; gid: number };
export type Command = { file: string; args: string[]; user: ProcessUser | null };
export type CommandResult = { succeeded: boolean; stderr: string };

// Nothing of the server's own environment: it may hold master keys, and PG* variables would be obeyed.
export const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a program to its end as another user (null: as ourselves), from a folder that everybody reaches. */
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
