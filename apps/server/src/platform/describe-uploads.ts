import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_TYPES, type Uploads } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../context.ts';

export const UPLOADS_PATH = '/v1/field/uploads';

/** Sent once something is stored: the evidence, the hashes of its bytes, and its place in the chain. */
export const RECEIPT_HEADERS = [
  'Evidence-Id',
  'Evidence-Status',
  'Evidence-Sha256',
  'Evidence-Received-Sha256',
  'Evidence-Sequence',
] as const;

export type UploadKind = 'photo' | 'recording';

/** Everything that tells this limit reads it here. */
export const maxBytesOf = (kind: UploadKind): number =>
  kind === 'recording' ? 4 * 1024 ** 3 : MAX_PHOTO_BYTES;

const BYTES = 'application/octet-stream';

/** A recorder names its codecs behind a semicolon. */
export const nameType = (declared: string | null | undefined): string =>
  declared?.split(';')[0]!.trim().toLowerCase() || BYTES;

/** Phones call a JPEG `image/heic`, or nothing at all, so its bytes decide; a form was not meant to be a photo. */
export const mayBePicture = (type: string): boolean => type === BYTES || type.startsWith('image/');

export const photoTypeOf = (type: string): string =>
  (PHOTO_TYPES as readonly string[]).includes(type) ? type : BYTES;

export const describeUploads = ({
  config,
}: Pick<Context, 'config'>): Omit<z.infer<typeof Uploads>, 'quotas'> => ({
  url: `${config.baseUrl}${UPLOADS_PATH}`,
  max_bytes: maxBytesOf('photo'),
  max_pixels: MAX_PHOTO_PIXELS,
  mime_types: [...PHOTO_TYPES],
});
