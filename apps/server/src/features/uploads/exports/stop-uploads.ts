import { z } from 'zod';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';

export const discardUploadJob = declareJob({
  id: 'discard-upload',
  payload: z.object({ upload_id: z.string() }),
});

/**
 * Stops what is on its way to a session whose camera may not be used any more: neither a photo nor a recording
 * goes on, also when the camera is granted again.
 */
export const stopUploads = async (
  tx: Tx,
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
): Promise<void> => {
  const stopped = await tx.db.evidence.updateManyAndReturn({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'uploading' },
    data: {
      status: 'failed',
      failure_code: 'consent_required',
      failure_message: 'The consent to the camera was withdrawn.',
      updated_at: tx.now,
    },
    select: { id: true },
  });
  for (const { id } of stopped) enqueueJob(tx, discardUploadJob, { payload: { upload_id: id }, key: id });
};
