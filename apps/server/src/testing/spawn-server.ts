import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { dataDirOf } from './data-dir-of.ts';
import { findFreePort } from './find-free-port.ts';
import { onSmallDisk } from './on-small-disk.ts';
import { processEnv } from './process-env.ts';

export const SOURCES = [process.execPath, fileURLToPath(new URL('../main.ts', import.meta.url))];
/** `script/test --all` makes a build and names its folder here: a start of it takes half the processor time. */
const { BUILT_SERVER } = process.env;
const SERVER = BUILT_SERVER
  ? [join(BUILT_SERVER, 'bin/node'), join(BUILT_SERVER, 'programs/main.js')]
  : SOURCES;
/** The guard against a start that hangs: a busy machine takes its time. */
const START_MS = 120_000;

export type SpawnedServer = {
  baseUrl: string;
  pid: number;
  lines: string[];
  exited: Promise<number | string>;
  kill: (signal?: NodeJS.Signals) => Promise<number | string>;
};

export type Spawn = {
  databaseUrl: string;
  env?: Record<string, string> | undefined;
  port?: number | undefined;
  /** No file of the process grows beyond this: a full disk, for a process without rights of its own. */
  maxFileBytes?: number | undefined;
  /** The disk under its objects is its own (on-small-disk.ts). */
  smallDiskBytes?: number | undefined;
  /** Starts another server. */
  command?: string[] | undefined;
};

/** Only a process of its own can crash. */
export const spawnServer = async (
  role: 'api' | 'worker' | 'all',
  { databaseUrl, env = {}, port, ...limits }: Spawn,
): Promise<SpawnedServer> => {
  const chosenPort = port ?? (await findFreePort());
  const full = {
    BASE_URL: `http://127.0.0.1:${chosenPort}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDirOf(databaseUrl),
    MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMS_URL: 'http://127.0.0.1:1',
    METRICS_TOKEN: 'test-metrics-token',
    WORKER_PORT: String(chosenPort),
    ...env,
  };
  return spawnMain(role, chosenPort, { env: full, ...limits });
};

/** Demo mode needs nothing but a data folder, and is in no build. */
export const spawnDemo = async ({
  dataDir,
  role = 'all',
}: {
  dataDir: string;
  role?: 'api' | 'worker' | 'all';
}): Promise<SpawnedServer> =>
  spawnMain(role, await findFreePort(), { env: { DATA_DIR: dataDir }, command: SOURCES });

const spawnMain = async (
  role: string,
  port: number,
  {
    env,
    maxFileBytes,
    smallDiskBytes,
    command: program = SERVER,
  }: { env: Record<string, string> } & Pick<Spawn, 'maxFileBytes' | 'smallDiskBytes' | 'command'>,
): Promise<SpawnedServer> => {
  const limited = limitFiles([...program, role], maxFileBytes);
  const disk = { dir: join(env.DATA_DIR!, 'objects'), bytes: smallDiskBytes ?? 0 };
  const [command, ...args] = smallDiskBytes === undefined ? limited : onSmallDisk(limited, disk);
  const child = spawn(command!, args, {
    env: { ...processEnv(), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const exited = new Promise<number | string>((resolve) => {
    // `close`, not `exit`: by then all of its output has arrived.
    child.on('close', (code, signal) => resolve(code ?? signal ?? 0));
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  await waitForLine(lines, exited).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    lines,
    exited,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      return exited;
    },
  };
};

// The shell's unit is 512 bytes (POSIX, ulimit -f).
const limitFiles = (command: string[], maxFileBytes: number | undefined): string[] =>
  maxFileBytes === undefined
    ? command
    : ['sh', '-c', `ulimit -f ${Math.ceil(maxFileBytes / 512)} && exec "$0" "$@"`, ...command];

const waitForLine = async (lines: string[], exited: Promise<unknown>): Promise<void> => {
  let ended = false;
  void exited.then(() => (ended = true));
  const deadline = Date.now() + START_MS;
  while (!lines.some((line) => line.includes('"msg":"started"'))) {
    if (ended || Date.now() > deadline) throw new Error(`the server did not start:\n${lines.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
