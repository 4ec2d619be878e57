import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Context } from '../../../context.ts';
import { claimAttempts, type ClaimedAttempt } from './claim-attempts.ts';
import { deliverAttempt } from './deliver-attempt.ts';
import { endLostAttempts } from './end-lost-attempts.ts';
import { beatListener } from '../../../platform/database/beat-listener.ts';
import { MEANING, toOptions } from '../../../platform/database/pools/pool-settings.ts';
import { withOptions } from '../../../platform/database/pools/with-options.ts';
import { WatchedClient } from '../../../platform/database/watched-client.ts';

/** An attempt mostly waits, for its receiver and for its batch; a job may keep the process busy. */
const ATTEMPTS_PER_JOB = 4;
/** Milliseconds between looks for wakes without a notification, and for lost attempts. */
const POLL_MS = 1_000;

/** Looks when a notification tells of a wake, when one is due, when an attempt has ended, and every second. */
export const startDispatch = (
  context: Context,
  { databaseUrl, shutdownMs, pollMs = POLL_MS }: { databaseUrl: string; shutdownMs: number; pollMs?: number },
): { stop: () => Promise<void> } => {
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  let bell = Promise.withResolvers<void>();
  const ring = () => bell.resolve();

  const start = (attempt: ClaimedAttempt): void => {
    const run = deliverAttempt(context, attempt)
      .catch((error: unknown) => warn('an attempt could not be recorded', error))
      .finally(() => {
        underWay.delete(run);
        ring();
      });
    underWay.add(run);
  };
  const warn = (words: string, err: unknown) => context.log.warn({ component: 'dispatch', err }, words);

  const look = async (): Promise<number> => {
    const permits = context.config.workerConcurrency * ATTEMPTS_PER_JOB - underWay.size;
    if (permits === 0) return pollMs;
    const { attempts, nextLookAt } = await claimAttempts(context, permits);
    attempts.forEach(start);
    if (attempts.length > 0) return 0;
    return nextLookAt ? nextLookAt.getTime() - context.clock.now().getTime() : pollMs;
  };
  const dispatch = async (): Promise<void> => {
    while (!isStopping) {
      bell = Promise.withResolvers();
      const restMs = await look().catch((error: unknown) => {
        warn('nothing could be claimed', error);
        return pollMs;
      });
      const timer = setTimeout(ring, Math.max(0, Math.min(restMs, pollMs)));
      await bell.promise;
      clearTimeout(timer);
      // Attempts that were recorded together end together, so that one claim fills all their permits.
      await nextTurn();
    }
  };

  const dispatched = dispatch();
  const listening = listenForWakes(context, { databaseUrl, onWake: ring });
  const beat = setInterval(() => {
    endLostAttempts(context).then(ring, (error: unknown) => warn('lost attempts could not be ended', error));
  }, pollMs);
  return {
    stop: async () => {
      isStopping = true;
      ring();
      clearInterval(beat);
      await Promise.all([listening.stop(), dispatched]);
      const drained = Promise.all(underWay);
      await Promise.race([drained, sleep(shutdownMs, undefined, { ref: false })]);
    },
  };
};

const RETRY_MS = 1_000;
const CLOSE_MS = 1_000;

/** The connection is made again when it breaks; the poll goes on meanwhile. */
const listenForWakes = (
  { log }: Pick<Context, 'log'>,
  { databaseUrl, onWake }: { databaseUrl: string; onWake: () => void },
): { stop: () => Promise<void> } => {
  let isStopped = false;
  let client: pg.Client;
  const listen = async (): Promise<void> => {
    client = new WatchedClient({
      connectionString: withOptions(databaseUrl, toOptions(MEANING)),
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      query_timeout: 5_000,
    });
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the database ended the connection')));
    });
    client.on('notification', onWake);
    const listening = client.connect().then(() => client.query('listen webhook_wakes'));
    // The first look finds wakes from before the listening.
    await Promise.race([broken, listening.then(onWake)]);
    const stopBeat = beatListener(client);
    await broken.finally(stopBeat);
  };
  const keepListening = async (): Promise<void> => {
    while (!isStopped) {
      await listen().catch((error: unknown) => {
        if (!isStopped) log.warn({ err: error }, 'not listening for webhook wakes');
      });
      await client.end().catch(() => {});
      if (!isStopped) await sleep(RETRY_MS, undefined, { ref: false });
    }
  };
  void keepListening();
  return {
    stop: async () => {
      isStopped = true;
      // A connection never closes once its other end has vanished.
      await Promise.race([client.end().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
};
