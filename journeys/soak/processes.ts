import { fileURLToPath } from 'node:url';
import { findFreePort } from '@field-inspection/server/testing/find-free-port';
import { spawnServer, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import type { Ledger } from './ledger.ts';

const SKEW_CLOCK = fileURLToPath(new URL('../skew-clock.ts', import.meta.url));
const READY_MS = 60_000;

export type Process = {
  name: string;
  role: 'api' | 'worker';
  baseUrl: string;
  running: SpawnedServer | undefined;
  pids: number[];
  lines: string[][];
};

/** A process comes back as it was, with a wrong clock, or on a full disk. */
export type Return = { skewMs?: number; maxFileBytes?: number };

export type Processes = Awaited<ReturnType<typeof startProcesses>>;

/** Two API processes and two workers are killed and come back, each at its own address. */
export const startProcesses = async (
  ledger: Ledger,
  { databaseUrl, env }: { databaseUrl: string; env: Record<string, string> },
) => {
  const ending = new Set<SpawnedServer>();
  const spawn = async (process: Process, how: Return) => {
    const port = Number(new URL(process.baseUrl).port);
    const { skewMs, maxFileBytes } = how;
    const skew = skewMs ? { NODE_OPTIONS: `--import=${SKEW_CLOCK}`, SKEW_MS: String(skewMs) } : {};
    const running = await spawnServer(process.role, {
      databaseUrl,
      port,
      env: { ...env, ...skew },
      ...(maxFileBytes ? { maxFileBytes } : {}),
    });
    process.running = running;
    process.pids.push(running.pid);
    process.lines.push(running.lines);
    void running.exited.then((code) => {
      if (!ending.has(running))
        ledger.surprises.push(
          `${process.name} ended by itself: ${code}\n${running.lines.slice(-5).join('\n')}`,
        );
    });
  };
  const plan = (role: Process['role'], number: number): Promise<Process> =>
    findFreePort().then((port) => ({
      name: `${role} ${number}`,
      role,
      baseUrl: `http://127.0.0.1:${port}`,
      running: undefined,
      pids: [],
      lines: [],
    }));
  const all = [await plan('api', 1), await plan('api', 2), await plan('worker', 1), await plan('worker', 2)];
  env.BASE_URL = all[0]!.baseUrl;
  const started = await Promise.allSettled(all.map((process) => spawn(process, {})));
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed) {
    for (const { running } of all) await running?.kill('SIGKILL');
    throw (failed as PromiseRejectedResult).reason;
  }
  const end = async (process: Process, signal: 'SIGKILL' | 'SIGTERM') => {
    if (!process.running) return;
    ending.add(process.running);
    await process.running.kill(signal);
  };
  return {
    all,
    apis: all.filter(({ role }) => role === 'api'),
    workers: all.filter(({ role }) => role === 'worker'),
    end,
    start: (process: Process, how: Return = {}) => spawn(process, how),
    untilReady: async () => {
      const deadline = Date.now() + READY_MS;
      for (const process of all) {
        while (!(await isReady(process))) {
          if (Date.now() < deadline) continue;
          ledger.surprises.push(`${process.name} was not ready after a minute`);
          return;
        }
      }
    },
    close: async () => {
      await Promise.all(all.map((process) => end(process, 'SIGTERM')));
    },
  };
};

const isReady = async ({ baseUrl }: Process): Promise<boolean> => {
  const reply = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  await reply?.arrayBuffer();
  if (reply?.ok) return true;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return false;
};
