import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';

export const sendMessage = defineJob({
  id: 'send-message',
  payload: z.object({ organisation_id: z.string(), message_id: z.string() }),
  run: async () => { throw new Error('PLACEHOLDER'); },
});
