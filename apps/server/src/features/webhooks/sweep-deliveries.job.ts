import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';

export const sweepDeliveries = defineJob({
  id: 'sweep-deliveries',
  payload: z.object({}).loose().transform(() => ({})),
  run: async () => { throw new Error('PLACEHOLDER'); },
});
