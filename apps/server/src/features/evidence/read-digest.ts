import { ApiError } from '../../api-error.ts';

/**
 * The SHA-256 that a Content-Digest announces (RFC 9530), in hexadecimal; undefined without one.
 *
 * @throws {ApiError} validation_error for a field that holds no sha-256
 */
export const readDigest = (field: string | undefined): string | undefined => {
  if (field === undefined) return undefined;
  const encoded = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(field)?.[1];
  if (encoded) return Buffer.from(encoded, 'base64').toString('hex');
  const message = 'must hold sha-256=:…:, the digest in base64 (RFC 9530)';
  throw new ApiError('validation_error', `Content-Digest ${message}.`, {
    errors: [{ path: 'header.content-digest', code: 'invalid_format', message }],
  });
};
