import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as WorkerLogger, run, type Runner, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Context } from './context.ts';
import { RECORD_MS } from './features/webhooks/dispatch/claim-attempts.ts';
import { startDispatch } from './features/webhooks/dispatch/start-dispatch.ts';
import { beatListener } from './platform/database/beat-listener.ts';
import { BY_INDEX } from './platform/database/open-database.ts';
import { WatchedClient } from './platform/database/watched-client.ts';
import { describeCauses } from './platform/describe-causes.ts';
import { beatHeart, startHeartbeat } from './platform/jobs/heartbeat.ts';
import { createTasks, CRONTAB } from './tasks.ts';

const POLL_INTERVAL_MS = 2_000;
/** How long a job may finish after a stop; an attempt has at least its deadline and the time to record it. */
const SHUTDOWN_MS = 15_000;
/** Jobs are fetched and written down many at once, so that few connections do for any number of them. */
const MAX_CONNECTIONS = 10;
/** A fetch of jobs is over in milliseconds. One without an answer would be waited for, and no other job be fetched. */
const ANSWER_MS = 10_000;
/** A connection whose other end has vanished never closes. */
const CLOSE_MS = 2_000;
/** Between the end of a runner that nobody stopped and the next. */
const RESTART_MS = 1_000;

export type Worker = { stop: () => Promise<void> };

/** Runs jobs and delivers webhooks until it is stopped; what a process that died had is picked up by the others. */
export const startWorker = async (context: Context, databaseUrl: string): Promise<Worker> => {
  const { log } = context;
  const poolIds: string[] = [];
  const pool = openQueue(databaseUrl);
  let runner = await startRunner(context, { pool, poolIds });
  const heartbeat = startHeartbeat(context, poolIds);
  let isStopping = false;
  // graphile-worker gives up when it can't write down which jobs are done, such as while the database restarts
  // (graphile/worker#636). What it held then is unlocked once its name has been silent, as after a crash.
  const supervise = async (): Promise<void> => {
    await runner.promise.catch((error: unknown) => log.error({ err: error }, 'worker ended'));
    while (!isStopping) {
      poolIds.length = 0;
      await sleep(RESTART_MS);
      if (isStopping) return;
      try {
        runner = await startRunner(context, { pool, poolIds });
        log.warn('worker started anew');
        await runner.promise;
      } catch (error) {
        log.error({ err: error }, 'worker ended');
      }
    }
  };
  const supervised = supervise();
  const shutdownMs = Math.max(SHUTDOWN_MS, context.config.webhookTimeoutMs + RECORD_MS);
  const dispatch = startDispatch(context, { databaseUrl, shutdownMs });
  return {
    stop: async () => {
      isStopping = true;
      const stopRunner = async (): Promise<void> => {
        await runner
          .stop()
          .catch((error: unknown) => log.warn({ err: error }, 'worker did not stop cleanly'));
        await supervised;
      };
      await Promise.all([dispatch.stop(), stopRunner()]);
      await heartbeat.stop();
      if (!pool.ending) await Promise.race([pool.end(), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
};

const startRunner = (
  context: Context,
  { pool, poolIds }: { pool: pg.Pool; poolIds: string[] },
): Promise<Runner> => {
  const { config, log } = context;
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => {
    poolIds.push(workerPool.id);
    void beatHeart(context, workerPool.id).catch((error) => log.warn({ err: error }, 'no heartbeat'));
  });
  const beats = new WeakMap<object, () => void>();
  events.on('pool:listen:success', ({ client }) => void beats.set(client, beatListener(client)));
  events.on('pool:listen:release', ({ client }) => beats.get(client)?.());
  // graphile-worker logs the error of a job, but not what lies behind it.
  events.on('job:error', ({ job, error }) => {
    const causes = describeCauses(error);
    if (causes.length === 0) return;
    log.error({ component: 'worker', task: job.task_identifier, job: job.id, causes }, 'job failed');
  });
  return run({
    pgPool: pool,
    events,
    taskList: createTasks(context),
    crontab: CRONTAB,
    noHandleSignals: true,
    concurrency: config.workerConcurrency,
    pollInterval: POLL_INTERVAL_MS,
    logger: new WorkerLogger(() => (level, message) => {
      if (message.includes('maxPoolSize')) return;
      log[TO_PINO[level] ?? 'debug']({ component: 'worker' }, message);
    }),
    preset: {
      worker: {
        // Twice the concurrency: a longer queue would hoard slow jobs that other processes could run.
        localQueue: { size: config.workerConcurrency * 2 },
        // What ends in one turn of the event loop is written down together. Unbatched, a failure to do so would
        // reject a promise that nobody waits for, and end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: SHUTDOWN_MS,
      },
    },
  });
};

/**
 * What the queue's own connections write waits for no disk, and of its last tenths of a second some may be lost when
 * the database crashes. No fact is written there. A job that was taken or done is then there again and runs once
 * more, as after a crash of the worker; one that failed is tried sooner than planned; the crontab notes a run and
 * adds its job in one commit, so that both are kept, or that run is left to the next.
 */
const QUEUE_OPTIONS = `${BY_INDEX} -c synchronous_commit=off`;

// Ours, since graphile-worker stops listening to its own pool before the last connection is closed: the database that
// ends just then would end the process.
const openQueue = (databaseUrl: string): pg.Pool => {
  const connectionString = withOptions(databaseUrl, QUEUE_OPTIONS);
  const pool = new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: ANSWER_MS,
    Client: WatchedClient,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const withOptions = (databaseUrl: string, options: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', options].join(' ').trim());
  return url.href;
};

const TO_PINO: Record<string, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn' };
