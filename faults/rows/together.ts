import type { Part } from '../rows.ts';

export const TOGETHER: Part = {
  heading: 'Faults together',
  rows: [
    {
      fault:
        'Receivers that fail, workers that are killed, secrets that rotate and people who redeliver, in random order',
      holds: 'nothing is lost, nothing early, a duplicate only after a kill, sequences have no gap',
      tests: [
        [
          'apps/server/src/features/webhooks/dispatch/webhook-simulation.test.ts',
          'holds for ${SEEDS} seeds: nothing lost, nothing early, a duplicate only after a kill, sequences without a gap, signatures that verify',
        ],
      ],
    },
  ],
};
