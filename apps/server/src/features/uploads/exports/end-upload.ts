import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { failUpload } from './fail-upload.ts';
import { finishUpload } from './finish-upload.ts';

type EndContext = Parameters<typeof finishUpload>[0] & Pick<Context, 'log'>;
type OpenUpload = { organisationId: string; evidenceId: string; kind: string };

const ABANDONED = {
  code: 'upload_abandoned',
  message: 'The upload was not finished in time.',
};

/**
 * Finishes an upload that has arrived whole. When its time is over, a recording is taken as far as it came, and
 * anything else that is not whole is given up.
 */
export const endUpload = async (
  context: EndContext,
  { kind, ...key }: OpenUpload,
  { isOver }: { isOver: boolean },
): Promise<void> => {
  if (isOver && kind === 'recording') await cutRecording(context, key.evidenceId);
  if (await isComplete(context, key.evidenceId)) await finishOrFail(context, key);
  else if (isOver) await failUpload(context, key, ABANDONED);
};

const cutRecording = async ({ uploads }: Pick<Context, 'uploads'>, uploadId: string): Promise<void> => {
  const upload = await uploads.getUpload(uploadId).catch(() => undefined);
  if (upload && upload.offset > 0) await uploads.declareUploadLength(uploadId, upload.offset);
};

const isComplete = async ({ uploads }: Pick<Context, 'uploads'>, uploadId: string): Promise<boolean> => {
  const upload = await uploads.getUpload(uploadId).catch(() => undefined);
  return upload !== undefined && upload.size !== undefined && upload.offset === upload.size;
};

// What is refused has failed by that: nothing that a job could mend by another try.
const finishOrFail = async (context: EndContext, key: Parameters<typeof finishUpload>[1]): Promise<void> => {
  try {
    await finishUpload(context, key);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.log.info({ evidence_id: key.evidenceId, code: error.code }, 'upload refused');
  }
};
