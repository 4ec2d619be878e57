import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { discardUploadJob, removeUpload } from './exports/fail-upload.ts';

/** Deletes the bytes of an upload that failed in a transaction. */
export const discardUpload = defineJob({
  ...discardUploadJob,
  run: (context: Context, { upload_id }) => removeUpload(context, upload_id),
});
