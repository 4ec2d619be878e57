import type { Context } from '../../context.ts';
import { withinProbeTime } from './within-probe-time.ts';

/** An answer counts for so long: many may wait at once, as those that pull events do. */
const FRESH_MS = 2_000;

/** Tells whether the database gives any answer, good or bad. */
export const watchSilence = ({ clock, database }: Pick<Context, 'clock' | 'database'>) => {
  let answeredAt = -Infinity;
  let underWay: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    // A refusal is an answer.
    await database.pool.query('select 1').catch(() => {});
    answeredAt = clock.now().getTime();
    underWay = undefined;
  };
  return async (): Promise<boolean> => {
    if (clock.now().getTime() - answeredAt < FRESH_MS) return false;
    // One that hangs is waited for, and not joined by others.
    underWay ??= ask();
    return withinProbeTime(underWay).then(
      () => false,
      () => true,
    );
  };
};
