import type { Request } from 'express';
import { ApiError } from '../../api-error.ts';
import { mayBePicture, nameType } from '../../platform/describe-uploads.ts';

/** Refuses a body of bytes by what is said of it, before any of it is read. */
export const requireContent = (
  { headers }: Pick<Request, 'headers'>,
  { types, maxBytes, isSniffed }: { types: readonly string[]; maxBytes: number; isSniffed?: true },
): void => {
  const type = nameType(headers['content-type']);
  const isTaken = types.includes(type) || (isSniffed && mayBePicture(type));
  if (!isTaken || (headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ApiError(
      'unsupported_media_type',
      `Send the body as ${types.join(', ')}, without a content encoding.`,
    );
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    throw new ApiError('payload_too_large', `The body may have at most ${maxBytes} bytes.`, {
      headers: { Connection: 'close' },
    });
  }
};
