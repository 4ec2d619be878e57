import { isBytes } from '../bytes.ts';
import { EvidenceError } from '../evidence-error.ts';
import { isOid } from '../der/write-der.ts';

/** @throws {EvidenceError} `invalid_digest` */
export function assertDigest(digest: Uint8Array): void {
  if (isBytes(digest) && digest.length === 32) return;
  throw new EvidenceError('invalid_digest', 'A digest is the 32 bytes of SHA-256.');
}

/** @throws {EvidenceError} `invalid_policy` */
export function assertPolicy(policy: string): void {
  if (isOid(policy)) return;
  throw new EvidenceError(
    'invalid_policy',
    'A policy is an object identifier such as "1.3.6.1.4.1.4146.2.3".',
  );
}

/**
 * An invalid time compares as neither earlier nor later, and so would pass for any.
 *
 * @throws {EvidenceError} `invalid_time`
 */
export function assertTime(time: Date): void {
  const year = isDate(time) ? time.getUTCFullYear() : Number.NaN;
  if (year >= 0 && year <= 9999) return;
  throw new EvidenceError('invalid_time', 'A time must be a valid Date of the years 0 to 9999.');
}

// Takes dates of any realm, like `isBytes`.
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
