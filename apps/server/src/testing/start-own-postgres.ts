import { execFile as callback, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildDatabaseUrl, initialiseCluster } from '../demo/embedded-postgres/initialise-cluster.ts';
import { locateBinaries } from '../demo/embedded-postgres/locate-binaries.ts';
import { CLEAN_ENVIRONMENT, findPostgresUser } from '../demo/embedded-postgres/postgres-user.ts';
import { findPostmaster } from '../demo/embedded-postgres/postmaster.ts';
import { migrateDatabase } from '../platform/migrations/migrate-database.ts';
import { runDataDir } from './data-dir-of.ts';
import { findFreePort } from './find-free-port.ts';

const execFile = promisify(callback);

/** Signals that stop PostgreSQL (its manual, "Shutting Down the Server"). */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

const START_MS = 60_000;

const SHARED_DIRS = ['/var/lib/field-inspection', '/var/tmp/field-inspection'];

export type OwnPostgres = {
  databaseUrl: string;
  dataDir: string;
  /** Without a mode, resolves when PostgreSQL ends by itself. */
  stop: (how?: keyof typeof SIGNALS) => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
  /** Stands by until it is promoted: it gets what this one writes, over the address `from`. */
  startStandby: (from?: string) => Promise<OwnPostgres>;
};

/** Migrated; it may be stopped in any way and started again at the same address. */
export const startOwnPostgres = async ({
  parent = tmpdir(),
  settings = {},
}: { parent?: string; settings?: Record<string, string> } = {}): Promise<OwnPostgres> => {
  const directory = await makeDirectory(parent);
  const location = join(directory, 'postgres');
  const user = await findPostgresUser(location);
  const { initdb } = await locateBinaries({ user, log: () => {}, sharedDirs: SHARED_DIRS });
  await initialiseCluster({ location, initdb, user });
  const postgres = await runPostgres({ directory, settings });
  await migrateDatabase({ databaseUrl: postgres.databaseUrl });
  return postgres;
};

const makeDirectory = async (parent: string): Promise<string> => {
  const directory = await mkdtemp(join(parent, 'fis-own-'));
  await chmod(directory, 0o755);
  return directory;
};

type Cluster = { directory: string; settings: Record<string, string> };

const runPostgres = async ({ directory, settings }: Cluster): Promise<OwnPostgres> => {
  const location = join(directory, 'postgres');
  const user = await findPostgresUser(location);
  const { postgres } = await locateBinaries({ user, log: () => {}, sharedDirs: SHARED_DIRS });
  const dataDir = join(location, 'data');
  const port = await findFreePort();
  const all = { ...SETTINGS, port: String(port), ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess;
  let ended: Promise<unknown> = Promise.resolve();
  const start = async (): Promise<void> => {
    child = spawn(postgres, ['-D', dataDir, ...args], {
      ...user,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: string[] = [];
    child.stderr!.setEncoding('utf8').on('data', (text: string) => said.push(text));
    ended = once(child, 'exit');
    const deadline = Date.now() + START_MS;
    while (!(await findPostmaster(location))?.isReady) {
      const isOver = child.exitCode !== null || child.signalCode !== null || Date.now() > deadline;
      if (isOver) throw new Error(`PostgreSQL did not start:\n${said.join('')}`);
      await sleep(20);
    }
  };
  const stop = async (how?: keyof typeof SIGNALS): Promise<void> => {
    if (how) child.kill(SIGNALS[how]);
    await ended;
  };
  await start();
  const databaseUrl = await buildDatabaseUrl(location, port);
  return {
    databaseUrl,
    dataDir,
    start,
    stop,
    close: async () => {
      if (child.exitCode === null) await stop('immediate');
      await rm(directory, { recursive: true, force: true });
      await rm(runDataDir(databaseUrl), { recursive: true, force: true });
    },
    startStandby: async (from = databaseUrl) => {
      const copied = await makeDirectory(tmpdir());
      // The files of a server that stands still are a base backup.
      await stop('fast');
      await execFile('cp', ['-a', location, copied]);
      await start();
      await writeFile(join(copied, 'postgres/data/standby.signal'), '');
      return runPostgres({ directory: copied, settings: { ...settings, primary_conninfo: from } });
    },
  };
};

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  timezone: 'UTC',
};
