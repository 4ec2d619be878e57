import type { Context } from '../../context.ts';
import { ApiError } from '../../api-error.ts';
import { derivePhoto } from './photos/derive-photo.ts';
import { inspectPhoto, type PhotoFacts } from './photos/inspect-photo.ts';

export type EvidenceKey = { organisationId: string; evidenceId: string };

/** A photo whose bytes and derivatives lie in the object store, and what is known of it. */
export type KeptPhoto = PhotoFacts & { sha256: string; byte_size: number; derivatives: KeptDerivative[] };

type KeptDerivative = {
  variant: 'display' | 'thumbnail';
  mime: string;
  byte_size: number;
  sha256: string;
  width: number;
  height: number;
};

/**
 * Looks at a photo, makes what is shown of it, and stores all of it before any row names it: a process that
 * dies meanwhile leaves bytes that a sweep deletes, never a row without its bytes.
 *
 * @throws {ApiError} evidence_invalid, or checksum_mismatch when the bytes are not those announced
 */
export const keepPhoto = async (
  { objects }: Pick<Context, 'objects'>,
  key: EvidenceKey,
  { bytes, mime }: { bytes: Buffer; mime: string },
): Promise<KeptPhoto> => {
  const inspected = await inspectPhoto(bytes);
  if (!inspected.ok) throw new ApiError('evidence_invalid', inspected.message);
  if (inspected.photo.mime !== mime) {
    throw new ApiError(
      'evidence_invalid',
      `The photo is ${inspected.photo.mime}, and was announced as ${mime}.`,
    );
  }
  const owner = { organisationId: key.organisationId, ownerId: key.evidenceId };
  const derived = await derivePhoto(bytes);
  const original = await objects.putContent(bytes, owner);
  const derivatives: KeptDerivative[] = [];
  for (const variant of ['display', 'thumbnail'] as const) {
    const { bytes: content, mime: type, width, height } = derived[variant];
    const { sha256, byte_size } = await objects.putContent(content, owner);
    derivatives.push({ variant, mime: type, byte_size, sha256, width, height });
  }
  return { ...inspected.photo, sha256: original.sha256, byte_size: original.byte_size, derivatives };
};
