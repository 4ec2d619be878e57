import { createHash } from 'node:crypto';

/** SHA-256 of a token of at least 128 random bits: what is stored in its place and looked up by. */
export const hashToken = (token: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(token).digest());
