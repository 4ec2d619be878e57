import { rm } from 'node:fs/promises';
import { FieldInspection } from '@field-inspection/sdk';
import type { Context } from '../../apps/server/src/context.ts';
import { runDataDir } from '../../apps/server/src/testing/data-dir-of.ts';
import { joinSession, type JoinedDevice } from '../../apps/server/src/testing/join-session.ts';
import { seedOrganisation, type Seed } from '../../apps/server/src/testing/seed-organisation.ts';
import { spawnServer, type SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import type { BenchWorld } from '../open-bench-world.ts';

/** A server as a process of its own, with an organisation, and a context on the same database and files. */
export type EvidenceServer = {
  server: SpawnedServer;
  databaseUrl: string;
  context: Context;
  seed: Seed;
  /** A new session that a field person has joined and consented to. */
  join: () => Promise<JoinedDevice>;
  close: () => Promise<void>;
};

export const openEvidenceServer = async (world: BenchWorld): Promise<EvidenceServer> => {
  const { databaseUrl, context, close } = await world.openDatabase();
  const seed = await seedOrganisation(context);
  const server = await spawnServer('api', { databaseUrl });
  const { baseUrl } = server;
  const client = new FieldInspection({ apiKey: seed.apiKey, baseUrl });
  return {
    server,
    databaseUrl,
    context,
    seed,
    join: async () => {
      const device = await joinSession({ client, baseUrl });
      await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
      return device;
    },
    close: async () => {
      await server.kill();
      await close();
      await rm(runDataDir(databaseUrl), { recursive: true, force: true });
    },
  };
};
