import type { Context } from '../../context.ts';
import { CrontabPayload, defineJob } from '../../platform/jobs/define-job.ts';
import { ABANDONED_AFTER_MS } from './sweep-uploads.job.ts';

/**
 * Deletes the bytes of uploads that nobody has sent anything to for two days: their rows ended a day before. It lists
 * all that is under way in the object store, where an hour of recording is some two hundred objects.
 */
export const sweepAbandonedUploads = defineJob({
  id: 'sweep-abandoned-uploads',
  payload: CrontabPayload,
  run: async ({ uploads }: Pick<Context, 'uploads'>) => {
    await uploads.sweepAbandoned(2 * ABANDONED_AFTER_MS);
  },
});
