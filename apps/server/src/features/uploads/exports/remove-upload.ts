import { ERRORS } from '@tus/server';
import type { Context } from '../../../context.ts';

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
