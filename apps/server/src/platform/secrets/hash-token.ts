import { createHash } from 'node:crypto';

/** Stored and looked up in place of the token, which has at least 128 random bits. */
export const hashToken = (token: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(token).digest());

/**
 * Takes the place of the token's hash when its device leaves. No token leads to it, also at a server of the release
 * before, and it tells a repeated call to leave.
 */
export const hashLeftToken = (tokenHash: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update('left\n').update(tokenHash).digest());
