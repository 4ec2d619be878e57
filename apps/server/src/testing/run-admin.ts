import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processEnv } from './process-env.ts';

const ADMIN = fileURLToPath(new URL('../admin.ts', import.meta.url));

export type AdminRun = { exitCode: number; stdout: string; stderr: string };

/** A process of its own, with no setting but the place of the database. `input` is its standard input. */
export const runAdmin = (
  env: Record<string, string>,
  ...words: (string | { input: string })[]
): Promise<AdminRun> =>
  new Promise((resolve) => {
    const argv = words.filter((word) => typeof word === 'string');
    const child = execFile(
      process.execPath,
      [ADMIN, ...argv],
      { env: { ...processEnv(), ...env } },
      (error, stdout, stderr) =>
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    // A command that reads nothing may have ended.
    child.stdin!.on('error', () => {});
    child.stdin!.end(words.map((word) => (typeof word === 'string' ? '' : word.input)).join(''));
  });
