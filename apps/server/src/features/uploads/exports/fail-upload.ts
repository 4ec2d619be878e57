import { ERRORS } from '@tus/server';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Claim } from '../../../http/kept-reply.ts';
import { restOn } from '../../../platform/database/right-lock.ts';
import type { Right } from '../../../platform/database/effects.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { declareJob, defineJob, enqueueJob } from '../../../platform/jobs/define-job.ts';
import type { EvidenceKey } from '../../evidence/exports/process-photo.ts';
import { returnQuota } from '../../quotas/exports/take-quota.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import { planFreeze } from '../../sessions/exports/plan-freeze.ts';

const discardUploadJob = declareJob({
  id: 'discard-upload',
  payload: z.object({ upload_id: z.string() }),
});

type Failure = {
  code: string;
  message: string;
  /** The reply of the failed creation is forgotten, since only successes are replayed. */
  begunUnder?: Claim | undefined;
};

/**
 * Fails an upload: its row says why, and its bytes are deleted. An upload that has become evidence meanwhile stays, and
 * so does the reply under its key.
 *
 * @param right the right of a device that deletes it; none where the service fails it
 */
export const failUpload = async (
  context: Pick<Context, 'transact' | 'config' | 'uploads'>,
  { organisationId, evidenceId, right = null }: EvidenceKey & { right?: Right | null },
  failure: Failure,
): Promise<void> => {
  const where = { organisation_id_id: { organisation_id: organisationId, id: evidenceId } };
  const hasFailed = await context.transact(
    async (tx) => {
      await restOn(tx, right);
      const upload = await tx.db.evidence.findUnique({ where, select: { session_id: true } });
      if (!upload) return false;
      const session = await lockSessionRow(tx, { organisationId, sessionId: upload.session_id });
      const failed = await failRows(tx, { organisation_id: organisationId, id: evidenceId }, failure);
      if (failure.begunUnder) await forgetBegun(tx, evidenceId, failure.begunUnder);
      if (failed.length === 0) return false;
      planFreeze(context, tx, session!);
      return true;
    },
    { sharedBy: { organisationId } },
  );
  if (hasFailed) await removeUpload(context, evidenceId);
};

/**
 * Fails uploads under way that a participant no longer allows: their own photos, or every recording of the session,
 * since each holds them. They stay failed when it is granted again. A job deletes the bytes, once the transaction has
 * committed.
 */
export const failOpenUploads = async (
  tx: Tx,
  { organisationId, sessionId, participantId }: SessionKey & { participantId: string },
  matter: 'camera' | 'recording',
): Promise<void> => {
  const session = { organisation_id: organisationId, session_id: sessionId };
  const own = matter === 'camera' ? { participant_id: participantId, kind: 'photo' } : { kind: 'recording' };
  const failed = await failRows(tx, { ...session, ...own }, WITHDRAWN[matter]);
  for (const { id } of failed) enqueueJob(tx, discardUploadJob, { payload: { upload_id: id }, key: id });
};

const WITHDRAWN = {
  camera: { code: 'consent_required', message: 'The consent to the camera was withdrawn.' },
  recording: { code: 'consent_required', message: 'The consent to the recording was withdrawn.' },
};

type Rows = { organisation_id: string } & (
  { id: string } | { session_id: string; kind: string; participant_id?: string }
);

// Whoever sees the note finds the quota still taken: it is read before it is given back. The caller holds the session's
// lock.
const failRows = async (tx: Tx, rows: Rows, { code, message }: Failure) => {
  const where = { ...rows, status: 'uploading' };
  const select = { id: true, organisation_id: true, session_id: true, reserved_bytes: true };
  const failed = await tx.db.evidence.findMany({ where, select });
  if (failed.length === 0) return failed;
  await tx.db.evidence.updateMany({
    where,
    data: {
      status: 'failed',
      reserved_bytes: null,
      failure_code: code,
      failure_message: message,
      updated_at: tx.now,
    },
  });
  returnQuota(tx, failed);
  return failed;
};

// An upload that failed before, such as by its bytes, has its reply forgotten, too. Evidence has a hash, even where a
// recording's processing failed.
const forgetBegun = async (tx: Tx, evidenceId: string, { organisationId, keyHash }: Claim): Promise<void> => {
  const where = { organisation_id: organisationId, id: evidenceId, status: 'failed', sha256: null };
  if ((await tx.db.evidence.count({ where })) === 0) return;
  await tx.db.idempotencyKey.deleteMany({
    where: { organisation_id: organisationId, key_hash: keyHash },
  });
};

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

export const discardUpload = defineJob({
  ...discardUploadJob,
  run: (context: Context, { upload_id }) => removeUpload(context, upload_id),
});

/**
 * Takes the location that the device stated from uploads that are no evidence yet: the participant's, and the session's
 * recordings. In an upload under way, a location in the bytes is blanked when they have come; granting it again does
 * not give it back. A failed upload keeps no location either.
 */
export const withdrawLocation = async (
  tx: Tx,
  { organisationId, sessionId, participantId }: SessionKey & { participantId: string },
): Promise<void> => {
  await tx.db.evidence.updateMany({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      AND: [
        { OR: [{ participant_id: participantId }, { kind: 'recording' }] },
        { OR: [{ status: 'uploading' }, { status: 'failed', sha256: null }] },
        { OR: [{ keeps_place: true }, { keeps_place: null }] },
      ],
    },
    data: { keeps_place: false, lat_e7: null, lon_e7: null, accuracy_cm: null, updated_at: tx.now },
  });
};
