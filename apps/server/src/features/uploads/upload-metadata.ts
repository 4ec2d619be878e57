import {
  Accuracy,
  Latitude,
  Longitude,
  nameIssue,
  PHOTO_TYPES,
  Timestamp,
  upTo,
} from '@field-inspection/contract';
import { invalidParts } from '@field-inspection/rules';
import { z } from 'zod';
import { Refusal, type InvalidPart } from '../../refusals.ts';
import {
  maxBytesOf,
  mayBePicture,
  nameType,
  photoTypeOf,
  type UploadKind,
} from '../../platform/describe-uploads.ts';

export const RECORDING_TYPES = ['video/webm', 'video/mp4'] as const;

// Keys of the client's own, such as filename, are ignored.
const Metadata = z
  .object({
    // A browser that knows no type sends an empty one.
    filetype: z.string().nullish(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
      .optional(),
    captured_at: Timestamp.optional(),
    slot: upTo(100)
      // The library has decoded the text, with U+FFFD for bytes that are no UTF-8.
      .refine((value) => !/[\0\uFFFD]/.test(value), 'must be text in UTF-8, without U+0000 and U+FFFD')
      .optional(),
    lat: Latitude.optional(),
    lon: Longitude.optional(),
    accuracy: Accuracy.optional(),
    session: z.uuid().optional(),
  })
  .refine(({ lat, lon }) => (lat === undefined) === (lon === undefined), {
    path: ['lat'],
    message: 'lat and lon go together',
  });

export type UploadMetadata = z.output<typeof Metadata> & { filetype: string; kind: UploadKind };

/**
 * Reads the client's Upload-Metadata at the beginning of an upload.
 *
 * @throws {Refusal} unsupported_media_type, payload_too_large or validation_error
 */
export const readUploadMetadata = (
  given: Record<string, string | null> | undefined,
  { size, takes }: { size: number | undefined; takes: UploadKind },
): UploadMetadata => {
  if (Object.keys(given ?? {}).some((key) => key.includes('='))) throw invalidPairs();
  const parsed = Metadata.safeParse(given ?? {});
  if (!parsed.success) throw invalid(parsed.error);
  const filetype = readType(parsed.data.filetype, takes);
  // A device knows the size of its photo: only a recording may be uploaded while it grows.
  if (size === undefined && takes === 'photo') {
    const [path, message] = ['header.upload-length', 'is required: a photo has its size before it is sent'];
    throw invalidParts([{ path, code: 'invalid_type', message }]);
  }
  if (size !== undefined && size > maxBytesOf(takes)) {
    throw tooManyBytes(takes);
  }
  return { ...parsed.data, filetype, kind: takes };
};

const readType = (declared: string | null | undefined, takes: UploadKind): string => {
  const type = nameType(declared);
  if (takes === 'photo' && mayBePicture(type)) return photoTypeOf(type);
  const types: readonly string[] = takes === 'photo' ? PHOTO_TYPES : RECORDING_TYPES;
  if (types.includes(type)) return type;
  throw new Refusal('unsupported_media_type', `filetype must be ${types.join(', ')}.`);
};

export const tooManyBytes = (takes: UploadKind): Refusal =>
  new Refusal('payload_too_large', `A ${takes} may have at most ${maxBytesOf(takes)} bytes.`);

// Base64 without a key: the protocol would take it for a key that has no value.
const invalidPairs = (): Refusal => {
  const path = 'header.upload-metadata';
  const message = 'must be pairs of a key and its value in Base64, such as filetype aW1hZ2UvanBlZw==';
  const errors: InvalidPart[] = [{ path, code: 'invalid_format', message }];
  return invalidParts(errors);
};

const invalid = (error: z.ZodError): Refusal => {
  const errors = error.issues.map(({ path, code, message }) => ({
    path: `header.upload-metadata.${path.join('.')}`,
    code: nameIssue(code),
    message,
  }));
  return invalidParts(errors);
};
