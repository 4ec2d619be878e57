import { MAX_PHOTO_BYTES, PHOTO_TYPES, type Uploads } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../context.ts';

/** The path of the resumable uploads, below the origin. */
export const UPLOADS_PATH = '/v1/field/uploads';

/** What the reply says once something is stored: which evidence it is, the hashes of its bytes, and where the chain holds it. */
export const RECEIPT_HEADERS = [
  'Evidence-Id',
  'Evidence-Status',
  'Evidence-Sha256',
  'Evidence-Received-Sha256',
  'Evidence-Sequence',
] as const;

/** What is uploaded: a field person sends photos, an operator the recording of a session. */
export type UploadKind = 'photo' | 'recording';

/** The largest upload: of a photo 25 MiB, of a recording 4 GiB. All that tells it reads it here. */
export const maxBytesOf = (kind: UploadKind): number =>
  kind === 'recording' ? 4 * 1024 ** 3 : MAX_PHOTO_BYTES;

/** Where a field person uploads to, and what is taken there. */
export const describeUploads = ({
  config,
}: Pick<Context, 'config'>): Omit<z.infer<typeof Uploads>, 'quotas'> => ({
  url: `${config.baseUrl}${UPLOADS_PATH}`,
  max_bytes: maxBytesOf('photo'),
  mime_types: [...PHOTO_TYPES],
});
