import { test } from 'vitest';
import {
  expectHalfOpenSurvived,
  openHalfOpenWorld,
} from '../journeys/database-faults/expect-half-open-survived.ts';

test('connections to PostgreSQL that die without a word, of the API, of the worker and of both, also while no new one is answered, are given up: every request is answered, jobs and deliveries go on, and nothing is lost or done twice', async ({
  annotate,
  onTestFinished,
}) => {
  const world = await openHalfOpenWorld();
  onTestFinished(() => world.close());
  const found = await expectHalfOpenSurvived(world, [
    { of: ['api'], silentMs: 0 },
    { of: ['worker'], silentMs: 0 },
    { of: ['api', 'worker'], silentMs: 25_000 },
  ]);
  for (const figure of found.figures)
    await annotate(
      `${figure.swallowed} connections half-open: 0 of ${found.acknowledged} acknowledged writes lost; all write again after ${figure.writesAfterMs} ms, deliveries go on after ${figure.deliveriesAfterMs} ms, jobs after ${figure.jobsAfterMs} ms`,
      'figure',
    );
});
