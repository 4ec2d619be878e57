import path from 'node:path';
import { buildDatabaseUrl } from './build-database-url.ts';
import { findPostmaster } from './find-postmaster.ts';
import { findRecordedLocation } from './locate-cluster.ts';

/** The data folder's PostgreSQL if one runs and takes connections now. */
export async function findEmbeddedPostgres({ dataDir }: { dataDir: string }) {
  const location = (await findRecordedLocation(dataDir)) ?? path.join(path.resolve(dataDir), 'postgres');
  const postmaster = await findPostmaster(location);
  if (!postmaster?.isReady) return null;
  return { databaseUrl: await buildDatabaseUrl(location, postmaster.port) };
}
