import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_TYPES, type Uploads } from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../context.ts';

/** The path of the resumable uploads, below the origin. */
export const UPLOADS_PATH = '/v1/field/uploads';

/**
 * Headers of the reply once something is stored: which evidence it is, the hashes of its bytes, and where the chain
 * holds it.
 */
export const RECEIPT_HEADERS = [
  'Evidence-Id',
  'Evidence-Status',
  'Evidence-Sha256',
  'Evidence-Received-Sha256',
  'Evidence-Sequence',
] as const;

/** The kind of an upload: a field person sends photos, an operator the recording of a session. */
export type UploadKind = 'photo' | 'recording';

/** Gives the largest upload: of a photo 25 MiB, of a recording 4 GiB. All that tells it reads it here. */
export const maxBytesOf = (kind: UploadKind): number =>
  kind === 'recording' ? 4 * 1024 ** 3 : MAX_PHOTO_BYTES;

/** The type of a body or an upload that says nothing of it (RFC 9110, section 8.3). */
const BYTES = 'application/octet-stream';

/** Gives a type without its parameters, such as the codecs that a recorder names behind a semicolon. */
export const nameType = (declared: string | null | undefined): string =>
  declared?.split(';')[0]!.trim().toLowerCase() || BYTES;

/**
 * Tells whether a media type may be a photo's. Phones and apps call a JPEG `image/jpg`, `image/pjpeg` or `image/heic`,
 * or nothing at all, so that its bytes decide; a form or a film was not meant to be a photo.
 */
export const mayBePicture = (type: string): boolean => type === BYTES || type.startsWith('image/');

/** Gives the type of a photo until its bytes are read: the named type, where that is taken. */
export const photoTypeOf = (type: string): string =>
  (PHOTO_TYPES as readonly string[]).includes(type) ? type : BYTES;

/** Describes where a field person uploads to, and what is taken there. */
export const describeUploads = ({
  config,
}: Pick<Context, 'config'>): Omit<z.infer<typeof Uploads>, 'quotas'> => ({
  url: `${config.baseUrl}${UPLOADS_PATH}`,
  max_bytes: maxBytesOf('photo'),
  max_pixels: MAX_PHOTO_PIXELS,
  mime_types: [...PHOTO_TYPES],
});
