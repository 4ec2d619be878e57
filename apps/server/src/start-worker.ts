import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as WorkerLogger, run, type Runner, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Context } from './context.ts';
import { RECORD_MS } from './features/webhooks/dispatch/claim-attempts.ts';
import { startDispatch } from './features/webhooks/dispatch/start-dispatch.ts';
import { beatListener } from './platform/database/beat-listener.ts';
import { describeCauses } from './platform/describe-causes.ts';
import { beatHeart, startHeartbeat } from './platform/jobs/heartbeat.ts';
import { openQueue } from './platform/jobs/open-queue.ts';
import { createTasks, CRONTAB } from './tasks.ts';

const POLL_INTERVAL_MS = 2_000;
/** Milliseconds for a job to finish after a stop; an attempt has at least its deadline and the time to record it. */
const SHUTDOWN_MS = 15_000;
/** A connection never closes once its other end has vanished. */
const CLOSE_MS = 2_000;
/** Milliseconds between a runner that ended by itself and the next. */
const RESTART_MS = 1_000;

export type Worker = { stop: () => Promise<void> };

/** Other processes pick up the work of one that died. */
export const startWorker = async (context: Context, databaseUrl: string): Promise<Worker> => {
  const { log } = context;
  const poolIds: string[] = [];
  let endRunner = (): void => {};
  const pool = openQueue(databaseUrl, () => {
    log.warn('a fetch of jobs got no answer');
    endRunner();
  });
  // Under its old name, which lives, nobody would unlock the jobs of a lost fetch. A new name has them unlocked.
  const startNext = async (): Promise<Runner> => {
    const next = await startRunner(context, { pool, poolIds });
    endRunner = () => void next.stop().catch(() => {});
    return next;
  };
  let runner = await startNext();
  const heartbeat = startHeartbeat(context, poolIds);
  let isStopping = false;
  // graphile-worker gives up when it can't write down which jobs are done (graphile/worker#636). Its jobs are unlocked
  // once its name has been silent, as after a crash.
  const supervise = async (): Promise<void> => {
    await runner.promise.catch((error: unknown) => log.error({ err: error }, 'worker ended'));
    while (!isStopping) {
      poolIds.length = 0;
      await sleep(RESTART_MS);
      if (isStopping) return;
      try {
        runner = await startNext();
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
  // graphile-worker logs the error of a job, but not its causes.
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
        // Jobs of one turn of the event loop are written down together. Unbatched, a failure of that would reject a
        // promise that nobody waits for.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: SHUTDOWN_MS,
      },
    },
  });
};

const TO_PINO: Record<string, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn' };
