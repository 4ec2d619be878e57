import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../api-error.ts';
import type { StoredContent } from '../../../platform/object-store/object-store.ts';
import { createMutex } from '../../../platform/concurrency/create-mutex.ts';
import { blankPhoto } from '../place/blank-photo.ts';
import { derivePhoto, type PhotoDerivative } from '../photos/derive-photo.ts';
import { inspectPhoto, type PhotoFacts } from '../photos/inspect-photo.ts';
import { createSemaphore } from '../../../platform/concurrency/create-semaphore.ts';
import { refusePlace } from './refuse-place.ts';

export type EvidenceKey = { organisationId: string; evidenceId: string };

/** A photo whose bytes and derivatives lie in the object store, and what is known of it. */
export type ProcessedPhoto = PhotoFacts & {
  /** Of the bytes that are kept. */
  sha256: string;
  received_sha256: string;
  byte_size: number;
  keepsPlace: boolean;
  derivatives: StoredDerivative[];
};

type StoredDerivative = Omit<PhotoDerivative<string>, 'bytes'> &
  Pick<StoredContent, 'byte_size' | 'sha256'> & { variant: 'display' | 'thumbnail' };

/**
 * Processes a photo whose bytes are stored: inspects it, and stores its derivatives, and without keepsPlace its
 * bytes without their place. No row names them yet, so that a process that dies leaves bytes that a sweep deletes,
 * never a row without its bytes.
 *
 * @throws {ApiError} evidence_invalid; the bytes are gone then
 */
export const processPhoto = async (
  context: Pick<Context, 'objects'>,
  key: EvidenceKey,
  { original, mime, keepsPlace }: { original: StoredContent; mime: string; keepsPlace: boolean },
): Promise<ProcessedPhoto> => {
  try {
    return await photosOf(key.organisationId, async () => {
      const bytes = await buffer(await context.objects.get(original.key));
      const facts = await requirePhoto(bytes, mime);
      const kept = keepsPlace
        ? original
        : await storeBlanked(context, key, { original, bytes, mime: facts.mime });
      const derivatives = await storeDerivatives(context, key, bytes);
      const { sha256, byte_size } = kept;
      return { ...facts, sha256, byte_size, received_sha256: original.sha256, keepsPlace, derivatives };
    });
  } catch (error) {
    if (error instanceof ApiError) await context.objects.delete(original.key);
    throw error;
  }
};

// Two at a time: a photo within the limits takes up to 500 MB while it is decoded (a WebP of 60 megapixels; an
// interlaced PNG 300), and it is decoded in the process's four threads for I/O, which files and name look-ups
// need, too.
const photos = createSemaphore(2);
// One organisation's photos wait for each other, so that a flood of them leaves a place to everybody else.
const byOrganisation = createMutex();
const photosOf = <Result>(organisationId: string, work: () => Promise<Result>): Promise<Result> =>
  byOrganisation(organisationId, () => photos.run(work));

const requirePhoto = async (bytes: Buffer, mime: string): Promise<PhotoFacts> => {
  const inspected = await inspectPhoto(bytes);
  if (!inspected.ok) throw new ApiError('evidence_invalid', inspected.message);
  if (inspected.photo.mime === mime) return inspected.photo;
  throw new ApiError(
    'evidence_invalid',
    `The photo is ${inspected.photo.mime}, and was announced as ${mime}.`,
  );
};

const storeBlanked = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  { original, bytes, mime }: { original: StoredContent; bytes: Buffer; mime: PhotoFacts['mime'] },
): Promise<StoredContent> => {
  const blanked = blank(bytes, mime);
  return blanked === bytes ? original : objects.putContent(blanked, { organisationId, ownerId: evidenceId });
};

const blank = (bytes: Buffer, mime: PhotoFacts['mime']): Buffer => {
  try {
    return blankPhoto(bytes, mime);
  } catch (error) {
    throw refusePlace(error);
  }
};

const storeDerivatives = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  bytes: Buffer,
): Promise<StoredDerivative[]> => {
  const derived = await derivePhoto(bytes);
  const derivatives: StoredDerivative[] = [];
  for (const variant of ['display', 'thumbnail'] as const) {
    const { bytes: content, mime, width, height } = derived[variant];
    const owner = { organisationId, ownerId: evidenceId };
    const { sha256, byte_size } = await objects.putContent(content, owner);
    derivatives.push({ variant, mime, byte_size, sha256, width, height });
  }
  return derivatives;
};
