import { listRoutes, type ListedRoute } from '@field-inspection/contract';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import type { SafeFetch } from '@field-inspection/server/testing/platform-types';
import { seedOrganisation, type Seed } from '@field-inspection/server/testing/seed-organisation';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { MISSING_IDS } from './ids.ts';
import { joinFieldPerson } from './join-field-person.ts';
import { makeTarget, type Target } from './make-target.ts';

export type SweepWorld = {
  server: TestServer;
  other: Seed;
  /** Fresh objects of an organisation, in the state that the route needs to succeed. */
  makeTarget: (seed: Seed, listed: ListedRoute) => Promise<Target>;
};

export const ROUTES = listRoutes();
export const nameOf = ({ resource, key }: ListedRoute): string => `${resource}.${key}`;

export const openSweepWorld = async (): Promise<SweepWorld> => {
  const answers200 = Object.assign(
    async () => ({ ok: true as const, status: 200, headers: {}, bodyExcerpt: '', durationMs: 1 }),
    { close: async () => {} },
  ) as unknown as SafeFetch;
  const server = await startTestServer({ UNAUTHENTICATED_RATE_LIMIT: '1000000' }, { safeFetch: answers200 });
  const other = await seedOrganisation(server.context);
  const frozen = await freezeSessions(server, [server.seed, other]);
  return {
    server,
    other,
    makeTarget: async (seed, listed) =>
      nameOf(listed) === 'evidence.downloadBundle'
        ? frozen.get(seed.organisationId)!
        : makeTarget(server, seed, listed),
  };
};

/** Ended sessions with a frozen chain: made before the queue holds the deliveries of all the other tests. */
const freezeSessions = async (server: TestServer, seeds: Seed[]): Promise<Map<string, Target>> => {
  const frozen = new Map<string, Target>();
  for (const seed of seeds) {
    const { ids } = await joinFieldPerson(server, seed);
    await server.clientOf(seed.apiKey).sessions.end(ids.session_id);
    frozen.set(seed.organisationId, { ids: { ...MISSING_IDS, ...ids }, bearer: seed.apiKey });
  }
  await runDueJobs(server.context);
  return frozen;
};
