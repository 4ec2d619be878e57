import { createHash } from 'node:crypto';

/** SHA-256 of a token of at least 128 random bits, which is stored and looked up in its place. */
export const hashToken = (token: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(token).digest());

/**
 * Gives the value that takes the place of a token's hash when its device leaves. No token leads to it, also at a server
 * of the release before, and a repeated call to leave is known by it.
 */
export const hashLeftToken = (tokenHash: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update('left\n').update(tokenHash).digest());
