import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { makeSealFile } from '@field-inspection/server/testing/make-seal-file';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { startMailServer } from '@field-inspection/server/testing/start-mail-server';
import { startDatabaseProxy } from '@field-inspection/server/testing/start-database-proxy';
import { startOwnPostgres } from '@field-inspection/server/testing/start-own-postgres';
import { startTimestampAuthority } from '@field-inspection/server/testing/start-timestamp-authority';
import { type Dice, createDice } from './dice.ts';
import { openLedger } from './ledger.ts';
import { startProcesses } from './processes.ts';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWebhookReceiver } from '../open-webhook-receiver.ts';

const ORGANISATIONS = 3;
const MANY = '100000000';

export type Organisation = { organisationId: string; apiKey: string };

export type SoakWorld = Awaited<ReturnType<typeof openSoakWorld>>;

type Closers = (() => unknown)[];

/** Everything that the service needs is the test's own, so that it can fail. */
export const openSoakWorld = async (seed: number) => {
  const closers: Closers = [];
  const close = async () => {
    for (const end of closers.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await openParts(seed, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const openParts = async (seed: number, closers: Closers) => {
  const dice = createDice(seed);
  const ledger = openLedger();
  const store = await openStore(closers);
  const edges = await openEdges(closers, dice);
  const { env, ...peers } = edges;
  const processes = await startProcesses(ledger, {
    databaseUrl: store.way.databaseUrl,
    env: { ...QUICK, ...env, DATA_DIR: store.dataDir },
  });
  closers.push(processes.close);
  return { dice, ledger, ...store, ...peers, processes };
};

/** PostgreSQL with the organisations, and a folder of objects. */
const openStore = async (closers: Closers) => {
  const postgres = await startOwnPostgres();
  closers.push(postgres.close);
  // The processes reach the database by a way that fails; the test has another.
  const way = await startDatabaseProxy(postgres.databaseUrl);
  closers.push(way.close);
  const dataDir = dataDirOf(postgres.databaseUrl);
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const context = await openTestContext(postgres.databaseUrl);
  closers.push(context.close);
  const organisations: Organisation[] = [];
  for (let index = 0; index < ORGANISATIONS; index++) organisations.push(await seedOrganisation(context));
  return { postgres, way, dataDir, context, organisations };
};

/** The services that the service calls, with their settings. */
const openEdges = async (closers: Closers, dice: Dice) => {
  const authority = createTestAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'fis-soak-'));
  closers.push(() => rm(folder, { recursive: true }));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const tsa = await startTimestampAuthority();
  const mail = await startMailServer();
  const receiver = await startReceiver(authority.issue(), dice.fork());
  const seal = makeSealFile();
  closers.push(tsa.close, mail.close, receiver.close, () => seal?.close());
  const env = {
    WEBHOOK_CA_FILE: caFile,
    TSA_URLS: tsa.url,
    TSA_CA_FILE: tsa.caFile,
    SMTP_URL: mail.url,
    ...seal?.env,
  };
  return { tsa, mail, receiver, isSealed: seal !== undefined, env };
};

/** Turns minutes or hours into seconds. No limit is reached, since limits have tests of their own. */
const QUICK = {
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  WEBHOOK_TIMEOUT: '2',
  WEBHOOK_RETRY_DELAYS: Array(200).fill('1').join(','),
  UPLOAD_GRACE: '2',
  REPORT_ANCHOR_WAIT: '5',
  UNAUTHENTICATED_RATE_LIMIT: MANY,
  MESSAGES_PER_ORGANISATION_DAY: MANY,
  MESSAGES_PER_RECIPIENT_HOUR: MANY,
  MESSAGES_PER_RECIPIENT_OVERALL: MANY,
};

const LATE_MS = 3_000;

const MOODS: Record<string, (response: ServerResponse) => unknown> = {
  fails: (response) => response.writeHead(500).end('try again'),
  'is busy': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  'hangs up': (response) => response.destroy(),
  'answers too late': async (response) => {
    await sleep(LATE_MS);
    response.writeHead(204).end();
  },
  redirects: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
};

/** The receiver takes most deliveries; refused ones come again. */
const startReceiver = async (tls: { cert: string; key: string }, dice: Dice) => {
  const receiver = await openWebhookReceiver({ tls });
  let state: 'moody' | 'down' | 'well' = 'moody';
  let refused = 0;
  receiver.answer(({ headers }, response) => {
    if (state === 'down') return response.destroy();
    // A ping decides whether an endpoint is created, so it is answered.
    if (state === 'well' || headers['svc-event-type'] === 'ping' || dice.chance(70))
      return response.writeHead(204).end();
    refused += 1;
    return MOODS[dice.pick(Object.keys(MOODS))]!(response);
  });
  return {
    ...receiver,
    countRefused: () => refused,
    become: (next: typeof state) => {
      state = next;
    },
  };
};
