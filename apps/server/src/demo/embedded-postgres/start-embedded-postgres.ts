import path from 'node:path';
import { buildDatabaseUrl, initialiseCluster } from './initialise-cluster.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { locateBinaries } from './locate-binaries.ts';
import { findRecordedLocation, locateCluster } from './locate-cluster.ts';
import { findPostgresUser } from './postgres-user.ts';
import { disarmStalePid, findPostmaster, stopPostmaster } from './postmaster.ts';

export type EmbeddedPostgres = { databaseUrl: string; location: string; stop(): Promise<void> };
export type StartEmbeddedPostgresOptions = {
  dataDir: string;
  log: (line: string) => void;
  onLaunch?: () => void;
  onExit?: (reason: string) => void;
  /** Folders that root may use where PostgreSQL's user can't reach the data folder. */
  sharedDirs?: string[];
};

const SHARED_DIRS = ['/var/lib/field-inspection', '/var/tmp/field-inspection'];

/** The caller holds the data folder's lock, since a PostgreSQL that an earlier server left is stopped first. */
export async function startEmbeddedPostgres(
  options: StartEmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, sharedDirs = SHARED_DIRS } = options;
  const dataDir = path.resolve(options.dataDir);
  const user = await findPostgresUser(await expectLocation(dataDir));
  const location = await locateCluster({ dataDir, user, log, sharedDirs });
  const { initdb, postgres } = await locateBinaries({ user, log, sharedDirs });
  await initialiseCluster({ location, initdb, user });
  await stopLeftover(location, log);
  const { onLaunch, onExit = () => undefined } = options;
  const launch = { location, postgres, user, onExit };
  const postmaster = await launchPostmaster(onLaunch ? { ...launch, onLaunch } : launch);
  return {
    databaseUrl: await buildDatabaseUrl(location, postmaster.port),
    location,
    stop: postmaster.stop,
  };
}

export async function findEmbeddedPostgres({ dataDir }: { dataDir: string }) {
  const location = await expectLocation(path.resolve(dataDir));
  const postmaster = await findPostmaster(location);
  if (!postmaster?.isReady) return null;
  return { databaseUrl: await buildDatabaseUrl(location, postmaster.port) };
}

async function expectLocation(dataDir: string): Promise<string> {
  return (await findRecordedLocation(dataDir)) ?? path.join(dataDir, 'postgres');
}

// A PostgreSQL whose server alone got a kill -9 lives on, on a port and in a state that nobody knows.
async function stopLeftover(location: string, log: (line: string) => void): Promise<void> {
  const leftover = await findPostmaster(location);
  if (leftover === null) return disarmStalePid(location);
  log(`PostgreSQL of an earlier start still runs (process ${leftover.pid}): stopping it first.`);
  await stopPostmaster(leftover);
}
