import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunReport, RunRequest } from './block-runner.ts';
import { openBlockFolder } from './open-block-folder.ts';

/** A process that runs one block after the other. */
export function openBlockRunner() {
  const { folder, write, close } = openBlockFolder();
  const child = fork(join(import.meta.dirname, 'block-runner.ts'), {
    cwd: folder,
    execArgv: ['--import', join(folder, 'preload.mjs')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    folder,
    run: async (code: string, env: Record<string, string>): Promise<RunReport> => {
      child.send({ path: write(code), env } satisfies RunRequest);
      const over = new AbortController();
      // A block whose promise fails unseen ends the process.
      const [report] = (await Promise.race([once(child, 'message', over), once(child, 'exit', over)])) as [
        RunReport | number,
      ];
      over.abort();
      if (typeof report === 'object') return report;
      throw new Error(`The block ended its process with ${report}`);
    },
    close: () => {
      child.kill();
      close();
    },
  };
}
