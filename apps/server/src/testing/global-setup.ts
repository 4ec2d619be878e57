import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '../platform/migrations/migrate-database.ts';
import { runDataDir } from './data-dir-of.ts';

export const TEMPLATE = 'fis_template';

/** One PostgreSQL for the whole run; every test file clones the migrated template. */
export const setup = async (project: TestProject) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fis-test-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const admin = new pg.Client({ connectionString: postgres.databaseUrl });
  await admin.connect();
  // What these databases hold goes with the run: nobody waits for the disk. Tests of crashes have their own PostgreSQL.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await admin.query(`alter system set ${setting} = off`);
  }
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${TEMPLATE}`);
  const templateUrl = new URL(postgres.databaseUrl);
  templateUrl.pathname = `/${TEMPLATE}`;
  await migrateDatabase({ databaseUrl: templateUrl.href });
  await admin.end();
  project.provide('postgresUrl', postgres.databaseUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(runDataDir(postgres.databaseUrl), { recursive: true, force: true });
  };
};
