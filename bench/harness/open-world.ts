import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Context } from '../../apps/server/src/context.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/demo/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/migrations/migrate-database.ts';
import { createTestAuthority } from '../../apps/server/src/testing/create-test-authority.ts';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { openTestContext } from '../../apps/server/src/testing/open-test-context.ts';
import { spawnServer, type SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import { startReceiver, type Receiver } from './start-receiver.ts';

/** PostgreSQL, a receiver, and servers as processes, on loopback. */
export type BenchWorld = {
  receiver: Receiver;
  ca: string;
  software: string[];
  /** A migrated database, which is closed with the world. */
  openDatabase: () => Promise<BenchDatabase>;
};

export type BenchDatabase = {
  databaseUrl: string;
  context: Context;
  spawn: (role: 'api' | 'worker' | 'all', env?: Record<string, string>) => Promise<SpawnedServer>;
  leave: () => Promise<void>;
  close: () => Promise<void>;
};

/** The usual limits would refuse a measurement. Limits of keys are in their rows. */
export const RAISED_LIMITS = {
  UNAUTHENTICATED_RATE_LIMIT: '999999999',
  MESSAGES_PER_ORGANISATION_DAY: '999999999',
};

export const inWorld = async <Result>(use: (world: BenchWorld) => Promise<Result>): Promise<Result> => {
  const directory = await mkdtemp(join(tmpdir(), 'fis-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log: () => {} });
  const authority = createTestAuthority();
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const receiver = await startReceiver(authority.issue());
  const databases: BenchDatabase[] = [];
  try {
    return await use({
      receiver,
      ca: authority.ca,
      software: await listSoftware(postgres.databaseUrl),
      openDatabase: async () => {
        const databaseUrl = await createDatabase(postgres.databaseUrl, `bench_${databases.length}`);
        const database = await openBenchDatabase(databaseUrl, caFile);
        databases.push(database);
        return database;
      },
    });
  } finally {
    for (const database of databases) await database.close();
    receiver.stop();
    await postgres.stop();
    await rm(runDataDir(postgres.databaseUrl), { recursive: true, force: true });
    await rm(directory, { recursive: true, force: true });
  }
};

const openBenchDatabase = async (databaseUrl: string, caFile: string): Promise<BenchDatabase> => {
  await migrateDatabase({ databaseUrl });
  const context = await openTestContext(databaseUrl);
  const trust = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_CA_FILE: caFile };
  const spawned: SpawnedServer[] = [];
  let left: Promise<void> | undefined;
  const leave = () => (left ??= context.close());
  return {
    databaseUrl,
    context,
    spawn: async (role, env = {}) => {
      const server = await spawnServer(role, { databaseUrl, env: { ...trust, ...env } });
      spawned.push(server);
      return server;
    },
    leave,
    close: async () => {
      await Promise.all(spawned.map((server) => server.kill()));
      await leave();
    },
  };
};

export const withApi = async <Result>(
  spawn: { databaseUrl: string; env?: Record<string, string> },
  use: (server: SpawnedServer) => Promise<Result>,
): Promise<Result> => {
  const server = await spawnServer('api', { ...spawn, env: { ...RAISED_LIMITS, ...spawn.env } });
  try {
    return await use(server);
  } finally {
    await server.kill();
  }
};

/** PostgreSQL copies only a database to which nobody is connected. Replaces an earlier copy. */
export const cloneDatabase = (databaseUrl: string, name: string): Promise<string> =>
  createDatabase(databaseUrl, name, `template ${new URL(databaseUrl).pathname.slice(1)}`);

export const createDatabase = async (databaseUrl: string, name: string, options = ''): Promise<string> => {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  await withClient(url.href, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} ${options}`);
  });
  url.pathname = `/${name}`;
  return url.href;
};

export const withClient = async <Result>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

const INSTALLED = new URL('../../apps/server/node_modules/', import.meta.url);

const listSoftware = async (databaseUrl: string): Promise<string[]> => {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ server_version: string }>('show server_version'),
  );
  const packages = ['express', 'pg', '@prisma/client'].map((name) => {
    const manifest = readFileSync(new URL(`${name}/package.json`, INSTALLED), 'utf8');
    return `${name} ${(JSON.parse(manifest) as { version: string }).version}`;
  });
  return [`PostgreSQL ${rows[0]!.server_version}`, ...packages];
};
