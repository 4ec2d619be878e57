import { test } from 'vitest';
import { describeSoak, expectSoundSoak, readSoakPlan } from './expect-sound-soak.ts';
import { runSoak } from './run-soak.ts';

test(
  '20 seconds of random faults under traffic: no acknowledged write lost, nothing twice, chains valid, sequences without gaps, no tenant sees another, no 500',
  { timeout: 400_000 },
  async ({ annotate }) => {
    const run = await runSoak(readSoakPlan({ seed: 20_261_123, seconds: 20, pauseMs: 300, faults: 6 }));
    for (const figure of describeSoak(run)) await annotate(figure, 'figure');
    expectSoundSoak(run);
  },
);
