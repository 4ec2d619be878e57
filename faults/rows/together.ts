import type { Part } from './row.ts';

export const TOGETHER: Part = {
  heading: 'Faults together',
  rows: [
    {
      fault:
        'Receivers that fail, workers that are killed, secrets that rotate and people who redeliver, in random order',
      holds: 'nothing is lost, nothing early, a duplicate only after a kill, sequences have no gap',
      tests: [
        [
          'apps/server/src/features/webhooks/dispatch/thorough/webhook-simulation.test.ts',
          'holds for ${SEEDS} seeds: nothing lost, nothing early, a duplicate only after a kill, sequences without a gap, signatures that verify',
        ],
      ],
    },
    {
      fault:
        'Processes are killed, clocks set, PostgreSQL restarted, cut off and silenced, disks filled and peers taken away, at random under traffic',
      holds:
        'no acknowledged write is lost, nothing is twice, chains are valid, sequences have no gap, no tenant sees another, no 500',
      tests: [
        [
          'journeys/soak/soak.test.ts',
          '20 seconds of random faults under traffic: no acknowledged write lost, nothing twice, chains valid, sequences without gaps, no tenant sees another, no 500',
        ],
        [
          'faults/soak.test.ts',
          'minutes of random faults under traffic: no acknowledged write lost, nothing twice, chains valid, sequences without gaps, no tenant sees another, no 500',
        ],
      ],
    },
  ],
};
