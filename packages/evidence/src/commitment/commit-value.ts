import { canonicalizeJson, type CanonicalValue } from '../canonical/canonicalize-json.ts';
import { hashText } from '../digest/hash-text.ts';
import { isHex64 } from '../bytes.ts';
import { EvidenceError } from '../evidence-error.ts';

/**
 * Value of a commitment and its salt, 32 random bytes as 64 lower-case hex characters. It is kept outside the chain;
 * deleting it redacts the value.
 */
export type Disclosure = { readonly salt: string; readonly value: CanonicalValue };

/**
 * Computes what stands in a payload in place of personal data: SHA-256, as 64 lower-case hex characters, of the
 * RFC 8785 form of `{ "salt": salt, "value": value }`. Whoever has the disclosure can prove the value; once the
 * disclosure is deleted, nobody can find the value any more, and the chain stays valid.
 *
 * Draw a new salt for every value from a cryptographic random source, and keep it as secret as the value. Without a
 * salt a phone number or a name is found by trying them all; with one salt for two values, equal values show.
 *
 * @throws {EvidenceError} `invalid_salt`, `not_canonical`, `digest_unavailable`
 *
 * @example
 * ```ts
 * import { commitValue, verifyCommitment } from '@field-inspection/evidence';
 *
 * const bytes = crypto.getRandomValues(new Uint8Array(32));
 * const salt = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
 * const disclosure = { salt, value: { first_name: 'Ada' } };
 *
 * const commitment = await commitValue(disclosure); // into the payload; the disclosure goes elsewhere
 * console.log(await verifyCommitment({ commitment, ...disclosure })); // true
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785; salted digests for later disclosure: RFC 9901, section 4.2 (SD-JWT)
 */
export async function commitValue({ salt, value }: Disclosure): Promise<string> {
  if (!isHex64(salt)) {
    throw new EvidenceError('invalid_salt', 'A salt is 32 random bytes as 64 lower-case hex characters.');
  }
  return hashText(canonicalizeJson({ salt, value }));
}
