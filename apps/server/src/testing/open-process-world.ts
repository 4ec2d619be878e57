import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { createFakePost } from './create-fake-post.ts';
import { createTestAuthority } from './create-test-authority.ts';
import { cloneDatabase } from './clone-database.ts';
import { openTestContext } from './open-test-context.ts';
import { seedOrganisation, type Seed } from './seed-organisation.ts';
import { SOURCES, spawnServer, type Spawn, type SpawnedServer } from './spawn-server.ts';

/** The servers run as processes, and may be killed. */
export type ProcessWorld = {
  databaseUrl: string;
  context: Context;
  seed: Seed;
  /** The servers trust this certificate for localhost. */
  tls: { cert: string; key: string };
  spawn: (
    role: 'api' | 'worker' | 'all',
    env?: Record<string, string>,
    port?: number,
  ) => Promise<SpawnedServer>;
  /** Runs the checkout's own files, of which each module has its name: a build has a few large ones. */
  spawnSources: (role: 'api' | 'worker' | 'all', env: Record<string, string>) => Promise<SpawnedServer>;
  /** No file of the process grows beyond so many bytes. */
  spawnOnFullDisk: (role: 'api' | 'worker' | 'all', maxFileBytes: number) => Promise<SpawnedServer>;
  /** The objects are on a disk of so many bytes. */
  spawnOnSmallDisk: (role: 'api' | 'worker' | 'all', smallDiskBytes: number) => Promise<SpawnedServer>;
  close: () => Promise<void>;
};

export const openProcessWorld = async (
  database: Promise<{ databaseUrl: string; drop: () => Promise<void> }> = cloneDatabase(),
): Promise<ProcessWorld> => {
  const { databaseUrl, drop } = await database;
  // Jobs that a test runs here have somewhere to send to; those of the processes have not.
  const context = await openTestContext(databaseUrl, createFakePost());
  const seed = await seedOrganisation(context);
  const authority = createTestAuthority();
  const directory = await mkdtemp(join(tmpdir(), 'fis-ca-'));
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const spawned: SpawnedServer[] = [];
  const trust = { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', WEBHOOK_CA_FILE: caFile };
  const start = async (role: 'api' | 'worker' | 'all', how: Omit<Spawn, 'databaseUrl'>) => {
    const server = await spawnServer(role, { databaseUrl, ...how, env: { ...trust, ...how.env } });
    spawned.push(server);
    return server;
  };
  return {
    databaseUrl,
    context,
    seed,
    tls: authority.issue(),
    spawn: (role, env, port) => start(role, { env, port }),
    spawnSources: (role, env) => start(role, { env, command: SOURCES }),
    spawnOnFullDisk: (role, maxFileBytes) => start(role, { maxFileBytes }),
    spawnOnSmallDisk: (role, smallDiskBytes) => start(role, { smallDiskBytes }),
    close: async () => {
      await Promise.all(spawned.map((server) => server.kill()));
      await context.close();
      await drop();
      await rm(directory, { recursive: true });
    },
  };
};
