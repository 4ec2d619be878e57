import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';

export const deliverWebhook = defineJob({
  id: 'deliver-webhook',
  payload: z.object({}).loose().transform(() => ({})),
  run: async () => { throw new Error('PLACEHOLDER'); },
});
