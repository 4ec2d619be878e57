import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { failUpload } from './fail-upload.ts';
import { ingestUpload } from './ingest-upload.ts';

type SettleContext = Parameters<typeof ingestUpload>[0] & Pick<Context, 'log'>;

/**
 * Ends the uploads of a session whose time is over, before its chain freezes: what has arrived whole becomes
 * evidence, a recording as far as it came, the rest is given up.
 */
export const settleUploads = async (
  context: SettleContext,
  { organisationId, sessionId }: { organisationId: string; sessionId: string },
): Promise<void> => {
  const open = await context.database.prisma.evidence.findMany({
    where: { organisation_id: organisationId, session_id: sessionId, status: 'uploading' },
    select: { id: true, kind: true },
  });
  for (const { id, kind } of open) {
    const key = { organisationId, evidenceId: id };
    if (kind === 'recording') await cutRecording(context, id);
    if (await isComplete(context, id)) await ingestOrFail(context, key);
    else await failUpload(context, key, ABANDONED);
  }
};

/** A recording that was going on when the session ended is as long as what has arrived of it. */
export const cutRecording = async (
  { uploads }: Pick<Context, 'uploads'>,
  uploadId: string,
): Promise<void> => {
  const upload = await uploads.getUpload(uploadId).catch(() => undefined);
  if (upload && upload.offset > 0) await uploads.declareUploadLength(uploadId, upload.offset);
};

export const ABANDONED = {
  code: 'upload_abandoned',
  message: 'The upload was not finished in time.',
};

/** Whether all bytes of an upload have arrived. */
export const isComplete = async (
  { uploads }: Pick<Context, 'uploads'>,
  uploadId: string,
): Promise<boolean> => {
  const upload = await uploads.getUpload(uploadId).catch(() => undefined);
  return upload !== undefined && upload.size !== undefined && upload.offset === upload.size;
};

/** Ingests an upload; what is refused has failed by that, and is nothing to report. */
export const ingestOrFail = async (
  context: SettleContext,
  key: Parameters<typeof ingestUpload>[1],
): Promise<void> => {
  try {
    await ingestUpload(context, key);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.log.info({ evidence_id: key.evidenceId, code: error.code }, 'upload refused');
  }
};
