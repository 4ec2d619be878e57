import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import type { SafeFetch } from '@field-inspection/server/testing/platform-types';
import { seedOrganisation, type Seed } from '@field-inspection/server/testing/seed-organisation';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import {
  CSC_CLIENT,
  startCscProvider,
} from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import { startStripeServer } from '@field-inspection/server/testing/start-stripe-server';
import { createTestPerson } from '@field-inspection/server/testing/create-test-seal';
import { MISSING_IDS } from '../requests/ids.ts';
import type { RouteOperation } from '../requests/operations.ts';
import { joinFieldPerson } from './join-field-person.ts';
import { createSigningTargets } from './make-signing-target.ts';
import { makeSsoTarget } from './make-sso-target.ts';
import { makeSignInTarget } from './make-sign-in-target.ts';
import { makeTarget, type Target } from './make-target.ts';

export type SweepWorld = {
  server: TestServer;
  other: Seed;
  makeTarget: (seed: Seed, operation: RouteOperation) => Promise<Target>;
  close: () => Promise<void>;
};

export const openSweepWorld = async (): Promise<SweepWorld> => {
  const answers200 = Object.assign(
    async () => ({ ok: true as const, status: 200, headers: {}, bodyExcerpt: '', durationMs: 1 }),
    { close: async () => {} },
  ) as unknown as SafeFetch;
  const signer = createTestPerson('P-256');
  const csc = await startCscProvider({ authType: ['oauth2code'], mode: 'oauth2code', kind: 'P-256', signer });
  const stripe = await startStripeServer();
  const server = await startTestServer(
    {
      UNAUTHENTICATED_RATE_LIMIT: '1000000',
      MESSAGES_PER_ORGANISATION_DAY: '1000000',
      CSC_URL: csc.url,
      CSC_CLIENT_ID: CSC_CLIENT.clientId,
      CSC_CLIENT_SECRET: CSC_CLIENT.clientSecret,
    },
    { safeFetch: answers200, billing: stripe.billing, resolveTxt: () => listDomainValues() },
  );
  const listDomainValues = async () => {
    const { prisma } = server.context.database;
    const branded = await prisma.branding.findMany();
    const added = await prisma.organisationDomain.findMany();
    return [
      ...branded.flatMap(({ domain_value }) => domain_value ?? []),
      ...added.map(({ proof }) => `field-inspection-verification=${proof}`),
    ];
  };
  const makeSigningTarget = createSigningTargets(server, csc);
  const other = await seedOrganisation(server.context);
  const frozen = await freezeSessions(server, [server.seed, other]);
  return {
    server,
    other,
    makeTarget: async (seed, operation) => {
      if (operation.name === 'evidence.downloadBundle') return frozen.get(seed.organisationId)!;
      if (/^(recipients|signatures|signing)\./.test(operation.name))
        return makeSigningTarget(seed, operation);
      // Whoever signs in next does so by a code.
      await server.context.database.prisma.ssoConnection.updateMany({ data: { enforced: false } });
      if (/^(sso|domains)\./.test(operation.name)) return makeSsoTarget(server, seed, operation);
      if (/^(me|memberSessions|signIn)\.|Passkey/.test(operation.name))
        return makeSignInTarget(server, seed, operation);
      return makeTarget(server, seed, operation);
    },
    close: async () => {
      await server.close();
      await csc.close();
      await stripe.close();
    },
  };
};

/** Made first, before the other tests fill the queue with deliveries. */
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
