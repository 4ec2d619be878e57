import type { Request } from 'express';
import { ApiError } from '../../api-error.ts';

/** Refuses a body of bytes by what is said of it, before any of it is read. */
export const requireContent = (
  { headers }: Pick<Request, 'headers'>,
  { types, maxBytes }: { types: readonly string[]; maxBytes: number },
): void => {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (!types.includes(type) || (headers['content-encoding'] ?? 'identity') !== 'identity') {
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
