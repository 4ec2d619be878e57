import { MAX_PHOTO_BYTES, PHOTO_TYPES, type Uploads } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../context.ts';

/** The path of the resumable uploads, below the origin. */
export const UPLOADS_PATH = '/v1/field/uploads';

/** Where a field person uploads to, and what is taken there. */
export const describeUploads = ({
  config,
}: Pick<Context, 'config'>): Omit<z.infer<typeof Uploads>, 'quotas'> => ({
  url: `${config.baseUrl}${UPLOADS_PATH}`,
  max_bytes: MAX_PHOTO_BYTES,
  mime_types: [...PHOTO_TYPES],
});
