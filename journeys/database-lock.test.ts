import { expect, test } from 'vitest';
import { expectLockSurvived } from './database-faults/expect-limits-survived.ts';
import { openFaultWorld } from './database-faults/open-fault-world.ts';

test(
  'a lock that is held, and more writes than connections: each is answered, 503 or in flight, and made once when the lock is gone',
  { timeout: 180_000 },
  async ({ annotate, onTestFinished }) => {
    const world = await openFaultWorld();
    onTestFinished(() => world.close());
    const found = await expectLockSurvived(world, 1_000);
    expect(found.refused).toBeGreaterThan(0);
    await annotate(
      `0 of ${found.acknowledged} acknowledged writes lost over a lock that was held; ${found.refused} refused, the slowest after ${found.slowestMs} ms; writes go on ${found.recoveredMs} ms after it`,
      'figure',
    );
  },
);
