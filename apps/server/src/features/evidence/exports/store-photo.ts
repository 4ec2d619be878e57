import { MAX_PHOTO_BYTES } from '@field-inspection/contract';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import {
  ContentTooLargeError,
  ObjectStoreError,
  type StoredContent,
} from '../../../platform/object-store/object-store.ts';
import type { EvidenceKey } from './process-photo.ts';

/**
 * Stores a photo as it comes in one request, and compares its hash with the announced one.
 *
 * @throws {Refusal} payload_too_large, evidence_invalid, checksum_mismatch; nothing of it is kept then
 */
export const storePhoto = async (
  { objects }: Pick<Context, 'objects'>,
  { organisationId, evidenceId }: EvidenceKey,
  { body, announced }: { body: AsyncIterable<Uint8Array>; announced: string | undefined },
): Promise<StoredContent> => {
  const owner = { organisationId, ownerId: evidenceId, maxBytes: MAX_PHOTO_BYTES };
  const original = await objects.putContent(body, owner).catch((error: Error) => {
    throw explain(error);
  });
  const refusal = judge(original, announced);
  if (!refusal) return original;
  await objects.delete(original.key);
  throw refusal;
};

const judge = ({ byte_size, sha256 }: StoredContent, announced: string | undefined): Refusal | undefined => {
  if (byte_size === 0)
    return new Refusal('evidence_invalid', 'There is no photo in the body. Send its bytes.');
  return announced !== undefined && announced !== sha256 ? wrongBytes() : undefined;
};

export const wrongBytes = () =>
  new Refusal('checksum_mismatch', 'The bytes do not have the SHA-256 that was announced. Send them again.');

const explain = (error: Error): Error => {
  // Refusals here are refusals to read the body.
  if (error instanceof ObjectStoreError || error instanceof Refusal) return error;
  if (error instanceof ContentTooLargeError) {
    // The rest of the body is not read: the connection closes after the reply.
    return new Refusal('payload_too_large', `A photo may have at most ${MAX_PHOTO_BYTES} bytes.`, {
      cause: error,
      headers: { Connection: 'close' },
    });
  }
  return new Refusal('evidence_invalid', 'The photo did not arrive whole. Send it again.', { cause: error });
};
