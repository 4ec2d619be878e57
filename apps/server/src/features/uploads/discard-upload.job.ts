import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { removeUpload } from './exports/remove-upload.ts';

/** Deletes the bytes of an upload that was stopped. */
export const discardUpload = defineJob({
  id: 'discard-upload',
  payload: z.object({ upload_id: z.string() }),
  run: (context: Context, { upload_id }) => removeUpload(context, upload_id),
});
