import { EventEmitter } from 'node:events';
import { Logger as WorkerLogger, run, type WorkerEvents } from 'graphile-worker';
import type { Context } from './context.ts';
import { beatHeart, startHeartbeat } from './platform/heartbeat.ts';
import { createTasks, CRONTAB } from './tasks.ts';

const POLL_INTERVAL_MS = 2_000;
/** How long a job may finish after a stop: longer than the deadline of a webhook. */
const SHUTDOWN_MS = 15_000;

export type Worker = { stop: () => Promise<void> };

/** Runs jobs until it is stopped; the jobs of a process that died are picked up by the others. */
export const startWorker = async (context: Context, databaseUrl: string): Promise<Worker> => {
  const { config, log } = context;
  const events = new EventEmitter() as WorkerEvents;
  const poolIds: string[] = [];
  events.on('pool:create', ({ workerPool }) => {
    poolIds.push(workerPool.id);
    void beatHeart(context, workerPool.id).catch((error) => log.warn({ err: error }, 'no heartbeat'));
  });
  const runner = await run({
    connectionString: databaseUrl,
    maxPoolSize: config.workerConcurrency,
    events,
    taskList: createTasks(context),
    crontab: CRONTAB,
    noHandleSignals: true,
    concurrency: config.workerConcurrency,
    pollInterval: POLL_INTERVAL_MS,
    logger: new WorkerLogger(
      () => (level, message) => log[TO_PINO[level] ?? 'debug']({ component: 'worker' }, message),
    ),
    preset: {
      worker: {
        // Twice the concurrency: a longer queue would hoard slow jobs that other processes could run.
        localQueue: { size: config.workerConcurrency * 2 },
        gracefulShutdownAbortTimeout: SHUTDOWN_MS,
      },
    },
  });
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'worker stopped'));
  const heartbeat = startHeartbeat(context, poolIds);
  return {
    stop: async () => {
      await runner.stop().catch((error: unknown) => log.warn({ err: error }, 'worker did not stop cleanly'));
      await heartbeat.stop();
    },
  };
};

const TO_PINO: Record<string, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn' };
