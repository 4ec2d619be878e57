import { expect, test } from 'vitest';
import { openDraw, shuffle } from './database-faults/draw.ts';
import { expectRestartSurvived } from './database-faults/expect-restart-survived.ts';
import { openFaultWorld } from './database-faults/open-fault-world.ts';

test('PostgreSQL is restarted, fast, at once and into a failover, under a load of writes: every acknowledged write is there once, every event comes, and no process exits', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openFaultWorld();
  onTestFinished(() => world.close());
  const restarts = shuffle(openDraw(), ['fast', 'immediate', 'failed over'] as const);
  const found = await expectRestartSurvived(world, { restarts, awayMs: 1_500, betweenMs: 500 });
  expect(found.acknowledged).toBeGreaterThan(0);
  await annotate(
    `0 of ${found.acknowledged} acknowledged writes lost or made twice over ${restarts.length} restarts; ${found.refused} answered 503; the first write after at most ${found.greenMs} ms; the worker listens again ${found.listeningMs} ms after all of them; ${found.sentTwice} events sent twice`,
    'figure',
  );
});
