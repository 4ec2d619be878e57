import type { Context } from '../../../context.ts';
import { removeUpload } from './remove-upload.ts';

export type UploadKey = { organisationId: string; evidenceId: string };

/** Gives an upload up: it says why, and its bytes are gone. One that has become evidence meanwhile stays. */
export const failUpload = async (
  context: Pick<Context, 'database' | 'clock' | 'uploads'>,
  { organisationId, evidenceId }: UploadKey,
  failure: { code: string; message: string },
): Promise<void> => {
  const { count } = await context.database.prisma.evidence.updateMany({
    where: { organisation_id: organisationId, id: evidenceId, status: 'uploading' },
    data: {
      status: 'failed',
      failure_code: failure.code,
      failure_message: failure.message,
      updated_at: context.clock.now(),
    },
  });
  if (count > 0) await removeUpload(context, evidenceId);
};
