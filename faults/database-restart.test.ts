import { expect, test } from 'vitest';
import { openDraw, shuffle } from '../journeys/database-faults/draw.ts';
import { expectRestartSurvived } from '../journeys/database-faults/expect-restart-survived.ts';
import { openFaultWorld } from '../journeys/database-faults/open-fault-world.ts';

const RESTARTS = ['fast', 'immediate', 'down for a while', 'failed over'] as const;

test('PostgreSQL is restarted, fast and at once, is down for 30 seconds and fails over under a load of writes: every acknowledged write is there once, every event comes, and no process exits', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openFaultWorld();
  onTestFinished(() => world.close());
  const restarts = shuffle(openDraw(), [...RESTARTS, 'fast', 'immediate', 'failed over'] as const);
  const found = await expectRestartSurvived(world, { restarts, awayMs: 30_000, betweenMs: 2_000 });
  expect(found.acknowledged).toBeGreaterThan(0);
  await annotate(
    `0 of ${found.acknowledged} acknowledged writes lost or made twice over ${restarts.length} restarts; ${found.refused} answered 503; the first write after at most ${found.greenMs} ms; the worker listens again ${found.listeningMs} ms after all of them; ${found.sentTwice} events sent twice`,
    'figure',
  );
});
