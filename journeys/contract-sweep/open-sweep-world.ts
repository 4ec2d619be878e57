import { listRoutes, type ListedRoute } from '@field-inspection/contract';
import type { SafeFetch } from '@field-inspection/server/testing/platform-types';
import { seedOrganisation, type Seed } from '@field-inspection/server/testing/seed-organisation';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';

/** The ids of one organisation's objects, by the names of the path parameters. */
export type Ids = Record<
  'session_id' | 'invite_id' | 'campaign_id' | 'endpoint_id' | 'delivery_id' | 'token',
  string
>;

export type SweepWorld = {
  server: TestServer;
  other: Seed;
  /** Fresh objects of an organisation, in the state that the route needs to succeed. */
  makeIds: (seed: Seed, listed: ListedRoute) => Promise<Ids>;
};

export const ROUTES = listRoutes();
export const nameOf = ({ resource, key }: ListedRoute): string => `${resource}.${key}`;

/** What a session must be for the route to succeed, where `open` is not it. */
const STATUS_BY_ROUTE: Record<string, string> = { 'sessions.stopRecording': 'recording' };

export const openSweepWorld = async (): Promise<SweepWorld> => {
  const answers200 = Object.assign(
    async () => ({ ok: true as const, status: 200, headers: {}, bodyExcerpt: '', durationMs: 1 }),
    { close: async () => {} },
  ) as unknown as SafeFetch;
  const server = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '1000000' }, { safeFetch: answers200 });
  const other = await seedOrganisation(server.context);
  return {
    server,
    other,
    makeIds: (seed, listed) => makeIds(server, seed, STATUS_BY_ROUTE[nameOf(listed)] ?? 'open'),
  };
};

const makeIds = async (server: TestServer, seed: Seed, status: string): Promise<Ids> => {
  const client = server.clientOf(seed.apiKey);
  const session = await client.sessions.create({ notes: 'sweep' });
  const invite = await client.participants.create(session.id, {});
  const campaign = await client.campaigns.create({ name: 'sweep' });
  const endpoint = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
  const delivery = await client.webhookEndpoints.test(endpoint.id);
  await server.context.database.prisma.session.update({
    where: { organisation_id_id: { organisation_id: seed.organisationId, id: session.id } },
    data: { status, started_at: server.clock.now() },
  });
  return {
    session_id: session.id,
    invite_id: invite.id,
    campaign_id: campaign.id,
    endpoint_id: endpoint.id,
    delivery_id: delivery.id,
    token: new URL(invite.join_url).hash.slice(1),
  };
};
