import type { Context } from '../context.ts';
import { claimAttempts } from '../features/webhooks/dispatch/claim-attempts.ts';
import { deliverAttempt } from '../features/webhooks/dispatch/deliver-attempt.ts';

/** Lanes deliver one delivery at a time each, and all at once, as so many workers would. */
export const deliverInLanes = async (lanes: Context[]): Promise<void> => {
  let running = 0;
  let ended = Promise.withResolvers<void>();
  const work = async (lane: Context): Promise<void> => {
    for (;;) {
      const next = ended.promise;
      running += 1;
      const { attempts, nextLookAt } = await claimAttempts(lane, 1);
      for (const attempt of attempts) await deliverAttempt(lane, attempt);
      running -= 1;
      const isMore = attempts.length > 0 || (nextLookAt !== null && nextLookAt <= lane.clock.now());
      if (isMore || running === 0) {
        ended.resolve();
        ended = Promise.withResolvers();
      } else {
        // A lane that still delivers may leave something for this one.
        await next;
      }
      if (!isMore && running === 0) return;
    }
  };
  await Promise.all(lanes.map(work));
};
