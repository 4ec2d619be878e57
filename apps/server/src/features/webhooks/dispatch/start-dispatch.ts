import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { claimAttempts, type ClaimedAttempt } from './claim-attempts.ts';
import { deliverAttempt } from './deliver-attempt.ts';
import { endLostAttempts } from './end-lost-attempts.ts';
import { listenForWakes } from './listen-for-wakes.ts';

/** An attempt mostly waits, for its receiver and for the batch that records it; a job may have something to work. */
const ATTEMPTS_PER_JOB = 4;
/** What no notification told of is found after so long; so are attempts that were lost. */
const POLL_MS = 1_000;

/**
 * Delivers what is due until it is stopped, four times as many at a time as WORKER_CONCURRENCY says. It looks when it is told of a
 * wake, when one is due, when an attempt has ended, and every second.
 */
export const startDispatch = (
  context: Context,
  { databaseUrl, shutdownMs }: { databaseUrl: string; shutdownMs: number },
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

  /** Starts what is due. Returns when to look again. */
  const look = async (): Promise<number> => {
    const places = context.config.workerConcurrency * ATTEMPTS_PER_JOB - underWay.size;
    if (places === 0) return POLL_MS;
    const { attempts, nextLookAt } = await claimAttempts(context, places);
    attempts.forEach(start);
    if (attempts.length > 0) return 0;
    return nextLookAt ? nextLookAt.getTime() - context.clock.now().getTime() : POLL_MS;
  };
  const dispatch = async (): Promise<void> => {
    while (!isStopping) {
      bell = Promise.withResolvers();
      const restMs = await look().catch((error: unknown) => {
        warn('nothing could be claimed', error);
        return POLL_MS;
      });
      const timer = setTimeout(ring, Math.max(0, Math.min(restMs, POLL_MS)));
      await bell.promise;
      clearTimeout(timer);
      // Attempts that were recorded together end together: one claim fills all their places.
      await nextTurn();
    }
  };

  const dispatched = dispatch();
  const listening = listenForWakes(context, { databaseUrl, onWake: ring });
  const beat = setInterval(() => {
    endLostAttempts(context).then(ring, (error: unknown) => warn('lost attempts could not be ended', error));
  }, POLL_MS);
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
