import { ConfigError, readConfig, type Config, type Secrets } from './config.ts';
import { createContext, type Context, type Overrides } from './context.ts';
import { createCredential } from './features/credentials/create-credential.ts';
import { describeDemo } from './features/demo/describe-demo.ts';
import { prepareDemo } from './features/demo/prepare-demo.ts';
import { createHealth, type Health } from './http/health.ts';
import { listenHttp, type HttpListener } from './http/listen-http.ts';
import { createApp } from './app.ts';
import { attachSignalling } from './features/media/attach-signalling.ts';
import { createOrganisation } from './features/organisations/create-organisation.ts';
import { migrateDatabase } from './platform/migrations/migrate-database.ts';
import type { Role } from './read-role.ts';
import { startWorker } from './start-worker.ts';

export type RunningServer = { context: Context; port: number; stop: () => Promise<void> };

/** How long load balancers get to notice that a process is going. */
const DRAIN_MS = 5_000;

/** Starts what the role says, on an embedded database unless DATABASE_URL is set. */
export const startServer = async (
  { role, env }: { role: Role; env: Record<string, string | undefined> },
  overrides: Overrides = {},
): Promise<RunningServer> => {
  const { config, secrets } = readConfig(env);
  // A server with a database of its own loads nothing of the embedded one.
  const embedded = config.embedded
    ? await import('./open-embedded.ts').then(({ openEmbedded }) => openEmbedded({ config, secrets }))
    : undefined;
  try {
    const settings = { config: embedded?.config ?? config, secrets: embedded?.secrets ?? secrets };
    await migrate(settings);
    const context = await createContext(settings, overrides);
    const demo =
      embedded?.authority &&
      (await prepareDemo(context, embedded.authority, { createOrganisation, createCredential }));
    const running = await startRole(context, { role, settings });
    context.log.info({ role, port: running.port }, 'started');
    if (demo) console.log(describeDemo(demo));
    return {
      context,
      port: running.port,
      stop: async () => {
        await running.stop();
        await context.close();
        await embedded?.close();
      },
    };
  } catch (error) {
    await embedded?.close();
    throw error;
  }
};

const migrate = async ({ config, secrets }: { config: Config; secrets: Secrets }): Promise<void> => {
  const { databaseOwnerUrl, databaseUrl } = secrets;
  try {
    await migrateDatabase({
      databaseUrl: databaseOwnerUrl ?? databaseUrl!,
      allowNewerDatabase: config.allowNewerDatabase,
    });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code !== 'ECONNREFUSED' && code !== 'ENOTFOUND' && code !== 'ETIMEDOUT') throw cause;
    const setting = databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
    throw new ConfigError(`${setting}: no database answers there (${code})`, { cause });
  }
};

const startRole = async (
  context: Context,
  { role, settings }: { role: Role; settings: { config: Config; secrets: Secrets } },
) => {
  const health = createHealth(context);
  const http = role === 'worker' ? undefined : await startHttp(context, health);
  const worker = role === 'api' ? undefined : await startWorker(context, settings.secrets.databaseUrl!);
  return {
    port: http?.port ?? 0,
    stop: async () => {
      health.drain();
      context.log.info('draining');
      if (http && !settings.config.demo) await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
      await Promise.all([http?.close(), worker?.stop()]);
      context.log.info('stopped');
    },
  };
};

const startHttp = async (context: Context, health: Health): Promise<HttpListener> => {
  const listener = await listenHttp(createApp(context, health), context.config);
  const signalling = await attachSignalling(context, listener.server);
  return {
    ...listener,
    close: async () => {
      await signalling.close();
      await listener.close();
    },
  };
};
