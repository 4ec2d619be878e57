import { test } from 'vitest';
import { describeSoak, expectSoundSoak, readSoakPlan } from '../journeys/soak/expect-sound-soak.ts';
import { runSoak } from '../journeys/soak/run-soak.ts';

test('minutes of random faults under traffic: no acknowledged write lost, nothing twice, chains valid, sequences without gaps, no tenant sees another, no 500', async ({
  annotate,
}) => {
  const seed = Number(process.env.FAULTS_SEED);
  const run = await runSoak(readSoakPlan({ seed, seconds: 150, pauseMs: 1_500, faults: 24 }));
  for (const figure of describeSoak(run)) await annotate(figure, 'figure');
  expectSoundSoak(run);
});
