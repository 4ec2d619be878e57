import { createContext, type Context, type Settings } from './context.ts';
import { createHealth, type Health } from './http/probes/health.ts';
import { listenHttp, type HttpListener } from './http/listen-http.ts';
import { createApp, type DemoPages } from './app.ts';
import { attachSignalling } from './features/media/attach-signalling.ts';
import type { Database } from './platform/database/open-database.ts';
import { checkPools } from './platform/database/pools/check-pools.ts';
import { planMigration } from './platform/database/pools/plan-migration.ts';
import { readAddresses } from './platform/database/pools/read-addresses.ts';
import { createLogger, flushLog } from './platform/logger.ts';
import { leadOutBy } from './platform/egress-proxy/lead-out.ts';
import { traceWith } from './platform/tracing/trace.ts';
import { migrateDatabase } from './platform/migrations/migrate-database.ts';
import { checkMasterKeys } from './admin/master-keys/check-master-keys.ts';
import { keepKeyNoted } from './admin/master-keys/reseal.ts';
import type { Config } from './config/read-config.ts';
import type { Role } from './config/read-role.ts';
import { startWorker } from './start-worker.ts';
import { createWorkerApp } from './worker-app.ts';

export type RunningServer = { context: Context; port: number; stop: () => Promise<void> };

/** Milliseconds for load balancers to notice that a process is going. */
const DRAIN_MS = 5_000;

const OWNER_WARNING =
  'the service runs as the owner of its tables, and who gets hold of it can switch off the triggers that keep the ' +
  'audit chain: set DATABASE_OWNER_URL, and DATABASE_URL to another role (docs/scaling.md)';

const AUTHORITY_WARNING =
  'there is no timestamp authority: the audit chain shows what was changed, and nobody but this service vouches for ' +
  'when it was recorded: set TSA_URLS (docs/self-hosting.md)';

/** The demo wing adds its parts where it runs. */
export type Start = Settings &
  DemoPages & {
    prepare?: (context: Context) => Promise<string>;
    /** Gives words that say what to do, where it knows; else the error as it was. */
    explain?: (error: unknown) => unknown;
    close?: () => Promise<void>;
  };

export const startServer = async (role: Role, start: Start): Promise<RunningServer> => {
  try {
    const { allowNewerDatabase, logLevel } = start.config;
    const log = createLogger(logLevel);
    log.info({ node: process.version, role }, 'starts');
    for (const words of start.config.mistyped) log.warn(words);
    leadOutBy(start.secrets.egressProxies);
    await migrateDatabase({
      ...planMigration(start.secrets),
      allowNewerDatabase,
      onApplied: ({ name, durationMs }) =>
        log.info({ migration: name, duration_ms: durationMs }, 'migration applied'),
    });
    await checkPools(readAddresses(start.secrets));
    const closeTraces = await openTraces(start.config);
    const context = await createContext(start, { log });
    await checkMasterKeys(context);
    if (await ownsTables(context.database)) context.log.warn(OWNER_WARNING);
    if (context.timestampAuthorities.length === 0) context.log.warn(AUTHORITY_WARNING);
    const words = await start.prepare?.(context);
    const running = await startRole(context, role, start);
    const noting = keepKeyNoted(context);
    context.loop.beginAnew();
    context.log.info({ role, port: running.port }, 'started');
    // The first question takes Prisma 0.15 s: neither the start nor the first request waits.
    context.database.prisma.$connect().catch(() => {});
    if (words) console.log(words);
    return {
      context,
      port: running.port,
      stop: async () => {
        await running.stop();
        noting.stop();
        await context.close();
        await closeTraces();
        await start.close?.();
        await flushLog(context.log);
      },
    };
  } catch (error) {
    // The reason of the failure comes first, and the database's own words after it.
    await start.close?.().catch(() => {});
    throw start.explain?.(error) ?? error;
  }
};

/** Nothing of OpenTelemetry is loaded where no collector is set. */
const openTraces = async ({
  tracesEndpoint,
}: Pick<Config, 'tracesEndpoint'>): Promise<() => Promise<void>> => {
  if (tracesEndpoint === undefined) return async () => {};
  const { openTracer } = await import('./platform/tracing/open-tracer.ts');
  const tracer = openTracer(tracesEndpoint);
  traceWith(tracer);
  return tracer.close;
};

const startRole = async (context: Context, role: Role, { secrets, ...demo }: Start) => {
  const health = createHealth(context);
  const http = await (role === 'worker' ? startProbes(context, health) : startHttp(context, health, demo));
  const worker =
    role === 'api'
      ? undefined
      : await startWorker(context, secrets.databaseDirectUrl ?? secrets.databaseUrl!);
  return {
    port: http.port,
    stop: async () => {
      health.drain();
      context.log.info('draining');
      if (role !== 'worker' && !context.config.demo)
        await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
      await Promise.all([http.close(), worker?.stop()]);
      context.log.info('stopped');
    },
  };
};

const startProbes = (context: Context, health: Health): Promise<HttpListener> => {
  const { workerPort: port, host } = context.config;
  return listenHttp(createWorkerApp(context, health), { port, host, setting: 'WORKER_PORT' }, context);
};

const startHttp = async (context: Context, health: Health, demo: DemoPages): Promise<HttpListener> => {
  const listener = await listenHttp(createApp(context, health, demo), context.config, context);
  const signalling = await attachSignalling(context, listener.server);
  return {
    ...listener,
    close: async () => {
      await signalling.close();
      await listener.close();
    },
  };
};

/** Owners and superusers could switch off the triggers that keep the audit chain. */
const ownsTables = async ({ pool }: Database): Promise<boolean> => {
  const { rows } = await pool.query<{ is_owner: boolean }>(
    `select pg_has_role(relowner, 'usage') as is_owner
     from pg_class
     where oid = 'audit_entries'::regclass`,
  );
  return rows[0]!.is_owner;
};
