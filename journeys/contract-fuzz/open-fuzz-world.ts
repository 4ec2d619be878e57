import { setTimeout as sleep } from 'node:timers/promises';
import { FieldInspection } from '@field-inspection/sdk';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { createTestPerson } from '@field-inspection/server/testing/create-test-seal';
import {
  CSC_CLIENT,
  startCscProvider,
} from '@field-inspection/server/testing/csc-provider/start-csc-provider';
import { type ProcessWorld, openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { revokeCredential } from '@field-inspection/server/testing/revoke-credential';
import { seedOrganisation, unknownApiKey } from '@field-inspection/server/testing/seed-organisation';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { startMailServer } from '@field-inspection/server/testing/start-mail-server';
import type { KnownThings, Scene } from './known-things.ts';
import {
  type SceneMaker,
  makeCodeScene,
  makeEndedScene,
  makeOpenScene,
  makeSigningScene,
} from './make-scenes.ts';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';

/** A word in every text of the other organisation: no reply may hold it. */
export const PLANTED_WORD = 'Quassia7f3a91';

export type FuzzWorld = {
  context: ProcessWorld['context'];
  server: SpawnedServer;
  things: KnownThings;
  secrets: string[];
  /** Requests end sessions and use things up, so that others are made now and then. */
  refresh: (number: number) => Promise<void>;
  dumpOther: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** After so many requests, a thing of each kind is made anew. */
const [CODE_EVERY, SIGNING_EVERY, OPEN_EVERY] = [300, 200, 40];
const MAX_ENDPOINTS = 40;
const MANY = '100000000';
const LIMITS = {
  UNAUTHENTICATED_RATE_LIMIT: MANY,
  MESSAGES_PER_ORGANISATION_DAY: MANY,
  MESSAGES_PER_RECIPIENT_HOUR: MANY,
  MESSAGES_PER_RECIPIENT_OVERALL: MANY,
};

/** The service runs in its own process, with an organisation that is fuzzed and one that must not notice. */
export const openFuzzWorld = async (): Promise<FuzzWorld> => {
  const processes = await openProcessWorld();
  const { context, seed: own } = processes;
  const csc = await startCscProvider(PROVIDER);
  // A mail that is refused would be tried again, and count its tries in the other organisation's rows.
  const mail = await startMailServer();
  const receiver = await openWebhookReceiver(processes);
  receiver.answer(({ path }, response) => response.writeHead(path === '/down' ? 500 : 204).end());
  const server = await processes.spawn('all', {
    ...LIMITS,
    SMTP_URL: mail.url,
    CSC_URL: csc.url,
    CSC_CLIENT_ID: CSC_CLIENT.clientId,
    CSC_CLIENT_SECRET: CSC_CLIENT.clientSecret,
  });
  const other = await seedOrganisation(context);
  const { baseUrl } = server;
  const otherMaker = { baseUrl, context, apiKey: other.apiKey, word: PLANTED_WORD };
  const { token, field_token, signing_link, ...ids } = {
    ...(await makeEndedScene(otherMaker)),
    ...(await makeOpenScene(otherMaker)),
  };
  const hooks = { hook_url: receiver.urlOf('/hooks'), down_url: receiver.urlOf('/down') };
  const keys = { ...(await makeKeys(context, own)), ...hooks };
  const things: KnownThings = { own: [], other: ids, keys };
  const dumpOther = () => dumpTables({ context }, [other.organisationId]);
  await settle(context, dumpOther);
  return {
    context,
    server,
    things,
    secrets: [PLANTED_WORD, other.organisationId, other.apiKey, token, field_token, signing_link] as string[],
    refresh: keepFresh(things, { baseUrl, context, apiKey: own.apiKey, word: 'Roof' }),
    dumpOther,
    close: async () => {
      await processes.close();
      await receiver.close();
      await mail.close();
      await csc.close();
    },
  };
};

const PROVIDER = {
  authType: ['oauth2code' as const],
  mode: 'oauth2code' as const,
  kind: 'P-256' as const,
  signer: createTestPerson('P-256'),
};

/** Makes a scene of each kind after so many requests, and deletes an old endpoint. */
const keepFresh = ({ own, keys }: KnownThings, maker: SceneMaker): FuzzWorld['refresh'] => {
  const client = new FieldInspection({ apiKey: maker.apiKey, baseUrl: maker.baseUrl, maxRetries: 0 });
  const pushing = { ...maker, hookUrl: keys['hook_url']! };
  const endpoints: string[] = [];
  const add = async (scene: Promise<Scene>): Promise<void> => {
    const made = await scene;
    own.push(made);
    endpoints.push(made['endpoint_id']!);
    // The plan has room for so many endpoints, and requests make some. A request may have deleted this one already.
    if (endpoints.length > MAX_ENDPOINTS)
      await client.webhookEndpoints.delete(endpoints.shift()!).catch(() => {});
  };
  return async (number) => {
    if (number % CODE_EVERY === 0) await add(makeCodeScene(pushing));
    if (number % SIGNING_EVERY === 0) await add(makeSigningScene(pushing));
    if (number % OPEN_EVERY === 0) await add(makeOpenScene(maker));
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

/** An addition to a frozen chain is anchored up to a minute later, which changes its row. */
const settle = async (
  { database }: ProcessWorld['context'],
  dump: () => Promise<string[]>,
): Promise<void> => {
  const isAnchored = async () => {
    const waiting = 'select from addenda_chains where anchored_sequence is distinct from head_sequence';
    return (await database.pool.query(waiting)).rowCount === 0;
  };
  for (let before = ''; ; await sleep(1_500)) {
    const now = (await dump()).join('\n');
    if (now === before && (await isAnchored())) return;
    before = now;
  }
};

/** Gives rows as text, but for the counts of requests; with ids given, only rows that hold one of them. */
export const dumpTables = async (
  { context }: Pick<TestServer, 'context'>,
  ids: string[] = [''],
): Promise<string[]> => {
  const { pool } = context.database;
  const tables = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'rate_windows'",
  );
  const dumped: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    );
    for (const { row } of rows) if (ids.some((id) => row.includes(id))) dumped.push(`${name} ${row}`);
  }
  return dumped;
};
