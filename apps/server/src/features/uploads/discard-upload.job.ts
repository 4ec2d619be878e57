import type { Context } from '../../context.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { discardUploadJob } from './exports/stop-uploads.ts';
import { removeUpload } from './exports/remove-upload.ts';

/** Deletes the bytes of an upload that was stopped. */
export const discardUpload = defineJob({
  ...discardUploadJob,
  run: (context: Context, { upload_id }) => removeUpload(context, upload_id),
});
