import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster } from '../demo/embedded-postgres/postmaster.ts';
import { startEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '../platform/migrations/migrate-database.ts';

/** How PostgreSQL is told to stop: it ends the connections and writes a checkpoint, or it leaves all to recovery. */
export type Stop = 'fast' | 'immediate';

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

/** A PostgreSQL that a test may restart, with one migrated database. After each restart its port is another. */
export const startOwnPostgres = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fis-own-postgres-'));
  await chmod(dataDir, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {} });
  let postgres = await start();
  await createDatabase(postgres.databaseUrl);
  const databaseUrl = () => Object.assign(new URL(postgres.databaseUrl), { pathname: `/${DATABASE}` }).href;
  await migrateDatabase({ databaseUrl: databaseUrl() });
  return {
    databaseUrl,
    port: () => Number(new URL(postgres.databaseUrl).port),
    restart: async (stop: Stop) => {
      if (stop === 'fast') await postgres.stop();
      else await endAtOnce(postgres.location);
      postgres = await start();
    },
    close: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const DATABASE = 'own';

const createDatabase = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${DATABASE}`).finally(() => client.end());
};

const endAtOnce = async (location: string): Promise<void> => {
  const postmaster = await findPostmaster(location);
  if (!postmaster) throw new Error('PostgreSQL does not run');
  process.kill(postmaster.pid, 'SIGQUIT');
  while (await findPostmaster(location)) await sleep(10);
};
