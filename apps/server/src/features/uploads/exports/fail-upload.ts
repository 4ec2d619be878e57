import { ERRORS } from '@tus/server';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { restOn } from '../../../platform/database/right-lock.ts';
import type { Right, Tx } from '../../../platform/database/transact.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { EvidenceKey } from '../../evidence/exports/process-photo.ts';
import { returnRoom } from '../../quotas/exports/settle-room.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import { planFreeze } from '../../sessions/exports/plan-freeze.ts';

export const discardUploadJob = declareJob({
  id: 'discard-upload',
  payload: z.object({ upload_id: z.string() }),
});

/**
 * Fails an upload: its row says why, and its bytes are deleted. One that has become evidence meanwhile stays.
 *
 * @param right what a device rests on that deletes it; none where the service fails it
 */
export const failUpload = async (
  context: Pick<Context, 'transact' | 'config' | 'uploads'>,
  { organisationId, evidenceId, right = null }: EvidenceKey & { right?: Right | null },
  failure: { code: string; message: string },
): Promise<void> => {
  const where = { organisation_id_id: { organisation_id: organisationId, id: evidenceId } };
  const hasFailed = await context.transact(async (tx) => {
    await restOn(tx, right);
    const upload = await tx.db.evidence.findUnique({ where, select: { session_id: true } });
    if (!upload) return false;
    const session = await lockSessionRow(tx, { organisationId, sessionId: upload.session_id });
    const failed = await tx.db.evidence.updateManyAndReturn({
      where: { organisation_id: organisationId, id: evidenceId, status: 'uploading' },
      data: describeFailure(failure, tx.now),
      select: TAKEN,
    });
    if (failed.length === 0) return false;
    returnRoom(tx, failed);
    await planFreeze(context, tx, session!);
    return true;
  });
  if (hasFailed) await removeUpload(context, evidenceId);
};

/**
 * Fails every upload under way in a session, photo or recording, since its camera may not be used any more. It
 * stays failed when the camera is granted again. A job deletes the bytes, once the transaction has committed.
 */
export const failOpenUploads = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const failed = await tx.db.evidence.updateManyAndReturn({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'uploading' },
    data: describeFailure(WITHDRAWN, tx.now),
    select: { id: true, ...TAKEN },
  });
  returnRoom(tx, failed);
  for (const { id } of failed) enqueueJob(tx, discardUploadJob, { payload: { upload_id: id }, key: id });
};

const TAKEN = { organisation_id: true, session_id: true, reserved_bytes: true } as const;

const WITHDRAWN = { code: 'consent_required', message: 'The consent to the camera was withdrawn.' };

const describeFailure = ({ code, message }: { code: string; message: string }, now: Date) => ({
  status: 'failed',
  failure_code: code,
  failure_message: message,
  updated_at: now,
});

/** Deletes what an upload has sent; does nothing when it is gone already. */
export const removeUpload = async (
  { uploads }: Pick<Context, 'uploads'>,
  uploadId: string,
): Promise<void> => {
  try {
    await uploads.remove(uploadId);
  } catch (error) {
    if (error !== ERRORS.FILE_NOT_FOUND) throw error;
  }
};
