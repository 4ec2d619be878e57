import { expect, test } from 'vitest';
import { expectHalfOpenSurvived, openHalfOpenWorld } from './database-faults/expect-half-open-survived.ts';

test('connections to PostgreSQL that die without a word are given up: every request is answered, jobs and deliveries go on, and nothing is lost or done twice', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openHalfOpenWorld();
  onTestFinished(() => world.close());
  const found = await expectHalfOpenSurvived(world, [{ of: ['api', 'worker'], silentMs: 0 }]);
  const [figure] = found.figures;
  expect(figure!.swallowed).toBeGreaterThan(2);
  await annotate(
    `${figure!.swallowed} connections half-open: 0 of ${found.acknowledged} acknowledged writes lost; all write again after ${figure!.writesAfterMs} ms, deliveries go on after ${figure!.deliveriesAfterMs} ms, jobs after ${figure!.jobsAfterMs} ms; the slowest answer took ${found.slowestMs} ms`,
    'figure',
  );
});
