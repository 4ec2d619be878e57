import { FieldInspection } from '@field-inspection/sdk';
import type { JoinedDevice } from '../../apps/server/src/testing/join-session.ts';
import { seedOrganisation, type Seed } from '../../apps/server/src/testing/seed-organisation.ts';
import type { SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import type { BenchDatabase, BenchWorld } from '../harness/open-world.ts';
import { joinWithConsent } from '../stage/move-in.ts';

/** A server process with an organisation, and a context on the same database and files. */
export type EvidenceServer = BenchDatabase & {
  server: SpawnedServer;
  seed: Seed;
  client: FieldInspection;
  join: () => Promise<JoinedDevice>;
};

export const openEvidenceServer = async (world: BenchWorld): Promise<EvidenceServer> => {
  const database = await world.openDatabase();
  const seed = await seedOrganisation(database.context);
  const server = await database.spawn('api');
  const { baseUrl } = server;
  const client = new FieldInspection({ apiKey: seed.apiKey, baseUrl });
  return { ...database, server, seed, client, join: () => joinWithConsent({ client, baseUrl }) };
};
