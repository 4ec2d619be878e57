import type { Context } from '../../apps/server/src/context.ts';
import { joinSession, type JoinedDevice } from '../../apps/server/src/testing/join-session.ts';
import { seedOrganisation } from '../../apps/server/src/testing/seed-organisation.ts';
import { seedWebhookEndpoint } from '../../apps/server/src/testing/seed-webhook-endpoint.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { inTurn } from '../harness/turns.ts';

export type Tenant = { organisationId: string; apiKey: string; endpointIds: string[] };

/** The organisations' endpoints are subscribed to all events, and nobody reaches their limits. */
export const moveIn = (
  context: Context,
  count: number,
  { endpoints = 2, urlOf = (index: number) => `https://localhost:1/${index}` } = {},
): Promise<Tenant[]> =>
  inTurn(count, async (place) => {
    const { organisationId, apiKey } = await seedOrganisation(context, { rateLimit: 1_000_000_000 });
    const made = await inTurn(endpoints, (endpoint) =>
      seedWebhookEndpoint(context, { organisationId, url: urlOf(place * endpoints + endpoint) }),
    );
    return { organisationId, apiKey, endpointIds: made.map(({ id }) => id) };
  });

/** Nobody is connected to the database, so that it can be copied. */
export const openMovedIn = async (world: BenchWorld, count: number) => {
  const { databaseUrl, context, leave } = await world.openDatabase();
  const tenants = await moveIn(context, count);
  await leave();
  return { databaseUrl, tenants, organisationIds: tenants.map(({ organisationId }) => organisationId) };
};

export const joinWithConsent = async (server: Parameters<typeof joinSession>[0]): Promise<JoinedDevice> => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'granted' });
  return device;
};
