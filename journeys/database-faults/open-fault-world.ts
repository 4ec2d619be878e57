import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { seedWebhookEndpoint } from '@field-inspection/server/testing/seed-webhook-endpoint';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { makeServiceRole } from '@field-inspection/server/testing/make-service-role';
import { startOwnPostgres, type OwnPostgres } from '@field-inspection/server/testing/start-own-postgres';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';
import type { Caller } from './post-session.ts';

/** A PostgreSQL, an API process, a worker process, and a receiver of every event. */
export type FaultWorld = ProcessWorld & {
  postgres: OwnPostgres;
  receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
  endpointId: string;
  api: SpawnedServer;
  worker: SpawnedServer;
  caller: Caller;
  /** The processes' own role, since limits of connections don't count for a superuser. */
  serviceUrl: string;
};

/** `env` goes to the API's process and the worker's, such as another way to the database. */
export const openFaultWorld = async ({
  postgres: starting = startOwnPostgres(),
  env = () => ({}),
}: {
  postgres?: Promise<OwnPostgres>;
  env?: (role: 'api' | 'worker') => Record<string, string>;
} = {}): Promise<FaultWorld> => {
  const postgres = await starting;
  const { databaseUrl, close } = postgres;
  const world = await openProcessWorld(Promise.resolve({ databaseUrl, drop: close }));
  const receiver = await openWebhookReceiver(world);
  const { organisationId } = world.seed;
  const { id } = await seedWebhookEndpoint(world.context, { organisationId, url: receiver.urlOf('/hooks') });
  const serviceUrl = await makeServiceRole(databaseUrl);
  const spawn = (role: 'api' | 'worker') => {
    const given = env(role);
    // The owner's way leads past the proxy: only the start uses it.
    const service = { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: databaseUrl };
    return world.spawn(role, { ...service, ...given });
  };
  const api = await spawn('api');
  const worker = await spawn('worker');
  return {
    ...world,
    postgres,
    receiver,
    endpointId: id,
    api,
    worker,
    serviceUrl,
    caller: { baseUrl: api.baseUrl, apiKey: world.seed.apiKey },
    close: async () => {
      await receiver.close();
      await world.close();
    },
  };
};
