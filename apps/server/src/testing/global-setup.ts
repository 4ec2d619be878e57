import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../demo/embedded-postgres/start-embedded-postgres.ts';
import { copyTemplateCluster } from './copy-template-cluster.ts';
import { runDataDir } from './data-dir-of.ts';

/** One PostgreSQL for the whole run; every test file clones the migrated template. */
export const setup = async (project: TestProject) => {
  const dataDir = await copyTemplateCluster();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  project.provide('postgresUrl', postgres.databaseUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(runDataDir(postgres.databaseUrl), { recursive: true, force: true });
  };
};
