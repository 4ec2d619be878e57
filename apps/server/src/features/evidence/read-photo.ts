import { createHash } from 'node:crypto';
import { MAX_PHOTO_BYTES } from '@field-inspection/contract';
import { ApiError } from '../../api-error.ts';

/** A photo as it came in one request. */
export type ReceivedPhoto = { bytes: Buffer; sha256: string };

/**
 * Reads a photo that is sent in one request, and compares its hash with the announced one.
 *
 * @throws {ApiError} payload_too_large, evidence_invalid, checksum_mismatch
 */
export const readPhoto = async (
  body: AsyncIterable<Buffer>,
  announced: string | undefined,
): Promise<ReceivedPhoto> => {
  const bytes = await readCapped(body);
  if (bytes.length === 0)
    throw new ApiError('evidence_invalid', 'There is no photo in the body. Send its bytes.');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (announced !== undefined && announced !== sha256) throw wrongBytes();
  return { bytes, sha256 };
};

export const wrongBytes = () =>
  new ApiError('checksum_mismatch', 'The bytes do not have the SHA-256 that was announced. Send them again.');

const readCapped = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_PHOTO_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('evidence_invalid', 'The photo did not arrive whole. Send it again.', { cause });
  }
  return Buffer.concat(chunks);
};

// What is left of the body is not read: the connection closes after the reply.
const tooLarge = () =>
  new ApiError('payload_too_large', `A photo may have at most ${MAX_PHOTO_BYTES} bytes.`, {
    headers: { Connection: 'close' },
  });
