import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
import { copyTemplateCluster } from './copy-template-cluster.ts';
import { runDataDir } from './data-dir-of.ts';
import { setOddly } from './odd-settings.ts';

/** The whole run has a single PostgreSQL; every test file clones the migrated template. */
export const setup = async (project: TestProject) => {
  const dataDir = await copyTemplateCluster();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  if (process.env.ODD_DATABASE) await makeOdd(postgres.databaseUrl);
  project.provide('postgresUrl', postgres.databaseUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(runDataDir(postgres.databaseUrl), { recursive: true, force: true });
  };
};

/** ODD_DATABASE=1 runs every test on a PostgreSQL whose defaults others have set, for all roles and databases. */
const makeOdd = async (postgresUrl: string): Promise<void> => {
  const template = new pg.Client({
    connectionString: Object.assign(new URL(postgresUrl), { pathname: '/fis_template' }).href,
  });
  await template.connect();
  await template.query(`create schema ${template.escapeIdentifier(template.user!)}`);
  await template.query(setOddly('role all'));
  await template.end();
};
