import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processEnv } from './process-env.ts';

const ADMIN = fileURLToPath(new URL('../admin.ts', import.meta.url));

export type AdminRun = { exitCode: number; stdout: string; stderr: string };

/** A process of its own, with no setting but the place of the database. */
export const runAdmin = (env: Record<string, string>, ...argv: string[]): Promise<AdminRun> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [ADMIN, ...argv],
      { env: { ...processEnv(), ...env } },
      (error, stdout, stderr) =>
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
