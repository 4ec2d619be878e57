import { createHash } from 'node:crypto';

/** Stored and looked up in place of the token, which has at least 128 random bits. */
export const hashToken = (token: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update(token).digest());

/** Stands in for the hash when the device leaves. No token leads to it, and it tells a repeated call to leave. */
export const hashLeftToken = (tokenHash: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from(createHash('sha256').update('left\n').update(tokenHash).digest());
