import { FieldInspection } from '@field-inspection/sdk';
import { createApp } from '../app.ts';
import { readConfig } from '../config/read-config.ts';
import { createContext, type Context, type Overrides } from '../context.ts';
import { attachSignalling } from '../features/media/attach-signalling.ts';
import type { Decoding } from '../platform/decoding/open-decoding.ts';
import { createHealth } from '../http/probes/health.ts';
import { createLogger } from '../platform/logger.ts';
import { listenHttp } from '../http/listen-http.ts';
import { cloneDatabase } from './clone-database.ts';
import { createFakeClock, type FakeClock } from './create-fake-clock.ts';
import { createFakePost } from './create-fake-post.ts';
import { dataDirOf } from './data-dir-of.ts';
import { seedOrganisation, type Seed } from './seed-organisation.ts';

export type TestServer = {
  context: Context;
  clock: FakeClock;
  post: ReturnType<typeof createFakePost>;
  baseUrl: string;
  databaseUrl: string;
  seed: Seed;
  client: FieldInspection;
  clientOf: (apiKey: string) => FieldInspection;
  close: () => Promise<void>;
};

/** The real server over real HTTP, with a fake clock, mail and SMS. */
export const startTestServer = async (
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<TestServer> => {
  const { databaseUrl, drop } = await cloneDatabase();
  const clock = createFakeClock();
  const post = createFakePost();
  const settings = readConfig({
    ...TEST_ENV,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDirOf(databaseUrl),
    ...env,
  });
  const undeclared: string[] = [];
  const log = createLogger('error', {
    write: (line) => void (line.includes(UNDECLARED) && undeclared.push(line)),
  });
  const context = await createContext(settings, {
    clock,
    mailer: post.mailer,
    sms: post.sms,
    log,
    decoding: decodeHere,
    ...overrides,
  });
  const listener = await listenHttp(
    createApp(context, createHealth(context)),
    {
      port: 0,
      host: '127.0.0.1',
    },
    context,
  );
  const signalling = await attachSignalling(context, listener.server);
  const baseUrl = `http://127.0.0.1:${listener.port}`;
  // Links and media connections start with the port, which is known only now.
  context.config.baseUrl = baseUrl;
  context.config.apiBaseUrl = `${baseUrl}/v1`;
  const clientOf = (apiKey: string) => new FieldInspection({ apiKey, baseUrl, maxRetries: 0 });
  const seed = await seedOrganisation(context);
  return {
    context,
    clock,
    post,
    baseUrl,
    databaseUrl,
    seed,
    client: clientOf(seed.apiKey),
    clientOf,
    close: async () => {
      await signalling.close();
      // Requests that a test has left have no reader any more, and the service would wait 15 s for them.
      const leave = setTimeout(() => listener.server.closeAllConnections(), LEFT_MS);
      await listener.close();
      clearTimeout(leave);
      await context.close();
      await drop();
      // A code that a route answers with but does not declare is missing in the document.
      if (undeclared.length > 0) throw new Error(undeclared.join(''));
    },
  };
};

/** Decoding processes would cost each test file half a second; platform/decoding shows them. */
const decodeHere: Decoding = (_organisationId, work) =>
  work(async ({ module, make }, order) => (await import(module.href))[make](order));

const LEFT_MS = 1_000;

const UNDECLARED = 'undeclared error code';

const TEST_ENV = {
  BASE_URL: 'http://127.0.0.1:1',
  MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMS_URL: 'http://127.0.0.1:1',
  METRICS_TOKEN: 'test-metrics-token',
  LOG_LEVEL: 'silent',
};
