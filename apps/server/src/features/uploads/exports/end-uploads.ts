import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { EvidenceKey } from '../../evidence/exports/process-photo.ts';
import { LostOrderError } from '../../../platform/concurrency/lost-order-error.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { failUpload } from './fail-upload.ts';
import { finishUpload } from './finish-upload.ts';
import type { Tx } from '../../../platform/database/transact.ts';

type EndContext = Parameters<typeof finishUpload>[0] & Pick<Context, 'log'>;

export const endUploads = async (
  context: EndContext,
  { organisationId, sessionId }: SessionKey,
): Promise<void> => {
  const open = await context.database.prisma.evidence.findMany({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'uploading' },
    select: { id: true, kind: true },
  });
  for (const { id, kind } of open) {
    await endUpload(context, { organisationId, evidenceId: id, kind }, { isOver: true });
  }
};

/** A recording is finished with the bytes that have arrived, any other upload fails. */
export const endUpload = async (
  context: EndContext,
  { kind, ...key }: EvidenceKey & { kind: string },
  { isOver }: { isOver: boolean },
): Promise<void> => {
  if (isOver && kind === 'recording') await cutRecording(context, key.evidenceId);
  if (await isComplete(context, key.evidenceId)) await finishOrFail(context, key);
  else if (isOver) await failUpload(context, key, ABANDONED);
};

const ABANDONED = { code: 'upload_abandoned', message: 'The upload was not finished in time.' };

const cutRecording = async ({ uploads }: Pick<Context, 'uploads'>, uploadId: string): Promise<void> => {
  const upload = await uploads.getUpload(uploadId).catch(() => undefined);
  if (upload && upload.offset > 0) await uploads.declareUploadLength(uploadId, upload.offset);
};

const isComplete = async ({ uploads }: Pick<Context, 'uploads'>, uploadId: string): Promise<boolean> => {
  const upload = await uploads.getUpload(uploadId).catch(() => undefined);
  return upload !== undefined && upload.size !== undefined && upload.offset === upload.size;
};

// Another try would end the same for an upload that finishUpload refuses, so that is no error of the job. The other
// uploads and the freeze don't wait for a decoding process that ends time after time, either.
const finishOrFail = async (context: EndContext, key: EvidenceKey, tries = 1): Promise<void> => {
  try {
    await finishUpload(context, key);
  } catch (error) {
    if (error instanceof LostOrderError) {
      context.log.warn({ evidence_id: key.evidenceId, tries, err: error }, 'upload not processed');
      await (tries < MAX_TRIES
        ? finishOrFail(context, key, tries + 1)
        : failUpload(context, key, UNREADABLE));
    } else if (error instanceof Refusal) {
      context.log.info({ evidence_id: key.evidenceId, code: error.code }, 'upload refused');
    } else throw error;
  }
};

/** The first try may have met a host without memory. */
const MAX_TRIES = 2;

const UNREADABLE = {
  code: 'evidence_invalid',
  message: `What was to read the file ended before it had, ${MAX_TRIES} times in a row. Make it anew, and send that.`,
};

export const endRecordings = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  await tx.db.evidence.updateMany({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'pending' },
    data: { status: 'failed', ...REDACTED, updated_at: tx.now },
  });
};

const REDACTED = {
  failure_code: 'session_redacted',
  failure_message: 'The session was redacted before the recording was processed.',
};
