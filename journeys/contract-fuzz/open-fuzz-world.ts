import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase } from '@field-inspection/server/testing/clone-database';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { createTestPerson } from '@field-inspection/server/testing/create-test-seal';
import {
  CSC_CLIENT,
  startCscProvider,
} from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import type { ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { revokeCredential } from '@field-inspection/server/testing/revoke-credential';
import { seedOrganisation, unknownApiKey } from '@field-inspection/server/testing/seed-organisation';
import { spawnServer, type SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { dumpTables } from '../contract-sweep/dump-tables.ts';
import type { KnownThings } from './known-things.ts';
import { makeEndedScene, makeOpenScene, makeSigningScene } from './make-scenes.ts';

/** In every text of the other organisation: it is in no reply. */
export const PLANTED_WORD = 'Quassia7f3a91';

export type FuzzWorld = {
  context: ProcessWorld['context'];
  server: SpawnedServer;
  things: KnownThings;
  /** What no reply may hold. */
  secrets: string[];
  /** Gives the fuzzed organisation other sessions in all states, since requests end those that there are. */
  refresh: (number: number) => Promise<void>;
  /** All rows of the other organisation. */
  dumpOther: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** After so many requests each. */
const [SIGNING_EVERY, OPEN_EVERY] = [200, 40];
const MANY = '100000000';
const LIMITS = {
  UNAUTHENTICATED_RATE_LIMIT: MANY,
  MESSAGES_PER_ORGANISATION_DAY: MANY,
  MESSAGES_PER_RECIPIENT_HOUR: MANY,
  MESSAGES_PER_RECIPIENT_OVERALL: MANY,
};

/** The service as a process of its own, with an organisation that is fuzzed and one that must not notice. */
export const openFuzzWorld = async (): Promise<FuzzWorld> => {
  const { databaseUrl, drop } = await cloneDatabase();
  const context = await openTestContext(databaseUrl);
  const csc = await startCscProvider({
    authType: ['oauth2code'],
    mode: 'oauth2code',
    kind: 'P-256',
    signer: createTestPerson('P-256'),
  });
  const provider = {
    CSC_URL: csc.url,
    CSC_CLIENT_ID: CSC_CLIENT.clientId,
    CSC_CLIENT_SECRET: CSC_CLIENT.clientSecret,
  };
  const server = await spawnServer('all', { databaseUrl, env: { ...LIMITS, ...provider } });
  const own = await seedOrganisation(context);
  const other = await seedOrganisation(context);
  const makerOf = ({ apiKey }: typeof own, word: string) => ({
    baseUrl: server.baseUrl,
    apiKey,
    word,
    context,
  });
  const ownMaker = makerOf(own, 'Roof');
  const otherMaker = makerOf(other, PLANTED_WORD);
  const { token, field_token, signing_link, ...ids } = {
    ...(await makeEndedScene(otherMaker)),
    ...(await makeOpenScene(otherMaker)),
  };
  const things = {
    own: [await makeSigningScene(ownMaker), await makeOpenScene(ownMaker)],
    other: ids,
    keys: await makeKeys(context, own),
  };
  const dumpOther = () => dumpTables({ context }, [other.organisationId]);
  await settle(dumpOther);
  return {
    context,
    server,
    things,
    secrets: [PLANTED_WORD, other.organisationId, other.apiKey, token, field_token, signing_link].filter(
      (secret) => secret !== undefined,
    ),
    refresh: async (number) => {
      if (number % SIGNING_EVERY === 0) things.own.push(await makeSigningScene(ownMaker));
      if (number % OPEN_EVERY === 0) things.own.push(await makeOpenScene(ownMaker));
    },
    dumpOther,
    close: async () => {
      await server.kill();
      await csc.close();
      await context.close();
      await drop();
    },
  };
};

const makeKeys = async (
  context: ProcessWorld['context'],
  { organisationId, apiKey }: { organisationId: string; apiKey: string },
) => {
  const rest = {
    organisationId,
    name: 'fuzz',
    operatorEmail: 'operator@example.com',
    rateLimit: Number(MANY),
  };
  const narrow = await createCredential(context, { ...rest, scopes: ['campaigns:read', 'sessions:read'] });
  const revoked = await createCredential(context, { ...rest, scopes: ['sessions:read'] });
  await revokeCredential(context, { credentialId: revoked.id });
  return { full: apiKey, narrow: narrow.api_key, revoked: revoked.api_key, unknown: unknownApiKey(context) };
};

/** Until the workers have done what the organisation's own requests asked for. */
const settle = async (dump: () => Promise<string[]>): Promise<void> => {
  for (let before = ''; ; await sleep(1_500)) {
    const now = (await dump()).join('\n');
    if (now === before) return;
    before = now;
  }
};
