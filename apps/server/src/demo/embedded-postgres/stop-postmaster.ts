import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessIdentity } from './read-process-identity.ts';

const POLL_MS = 25;

/**
 * Stops it as PostgreSQL's manual says: SIGINT ends the connections and writes a checkpoint, SIGQUIT ends
 * at once and leaves the rest to recovery. Never SIGKILL, which would leave children behind on the data.
 */
export async function stopPostmaster(postmaster: { pid: number; identity: string }): Promise<void> {
  for (const { signal, patienceMs } of [
    { signal: 'SIGINT', patienceMs: 10_000 },
    { signal: 'SIGQUIT', patienceMs: 15_000 },
  ] as const) {
    if (!(await isSame(postmaster))) return;
    sendSignal(postmaster.pid, signal);
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
      if (!(await isSame(postmaster))) return;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop: look at it, then start again.`);
}

async function isSame({ pid, identity }: { pid: number; identity: string }): Promise<boolean> {
  return (await readProcessIdentity(pid)) === identity;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
