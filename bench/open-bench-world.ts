import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../apps/server/src/context.ts';
import { startEmbeddedPostgres } from '../apps/server/src/demo/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/migrations/migrate-database.ts';
import { createTestAuthority } from '../apps/server/src/testing/create-test-authority.ts';
import { openTestContext } from '../apps/server/src/testing/open-test-context.ts';
import { spawnServer, type SpawnedServer } from '../apps/server/src/testing/spawn-server.ts';
import { startReceiver, type Receiver } from './start-receiver.ts';

/** PostgreSQL, a receiver, and servers as processes: all that a measurement needs, on loopback. */
export type BenchWorld = {
  receiver: Receiver;
  ca: string;
  /** Its version. */
  postgres: string;
  /** A migrated database of its own. */
  openDatabase: () => Promise<BenchDatabase>;
  close: () => Promise<void>;
};

export type BenchDatabase = {
  databaseUrl: string;
  context: Context;
  spawnWorker: (env?: Record<string, string>) => Promise<SpawnedServer>;
  close: () => Promise<void>;
};

export const openBenchWorld = async (): Promise<BenchWorld> => {
  const directory = await mkdtemp(join(tmpdir(), 'fis-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log: () => {} });
  const authority = createTestAuthority();
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const receiver = await startReceiver(authority.issue());
  const admin = await openTestContext(postgres.databaseUrl);
  const { rows } = await admin.database.pool.query<{ server_version: string }>('show server_version');
  let databases = 0;
  return {
    receiver,
    ca: authority.ca,
    postgres: rows[0]!.server_version,
    openDatabase: async () => {
      const name = `bench_${++databases}`;
      await admin.database.pool.query(`create database ${name}`);
      const url = new URL(postgres.databaseUrl);
      url.pathname = `/${name}`;
      return openBenchDatabase(url.href, caFile);
    },
    close: async () => {
      receiver.stop();
      await admin.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const openBenchDatabase = async (databaseUrl: string, caFile: string): Promise<BenchDatabase> => {
  await migrateDatabase({ databaseUrl });
  const context = await openTestContext(databaseUrl);
  const spawned: SpawnedServer[] = [];
  return {
    databaseUrl,
    context,
    spawnWorker: async (env = {}) => {
      const trust = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_CA_FILE: caFile };
      const server = await spawnServer('worker', { databaseUrl, env: { ...trust, ...env } });
      spawned.push(server);
      return server;
    },
    close: async () => {
      await Promise.all(spawned.map((server) => server.kill()));
      await context.close();
    },
  };
};
