import { EvidenceError } from '../evidence-error.ts';
import { isBytes } from './is-bytes.ts';

/** @throws {EvidenceError} `invalid_digest` */
export function assertDigest(digest: Uint8Array): void {
  if (isBytes(digest) && digest.length === 32) return;
  throw new EvidenceError('invalid_digest', 'A digest is the 32 bytes of SHA-256.');
}
