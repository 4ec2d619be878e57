/**
 * Reason that a function of this package refused.
 *
 * - `not_canonical`: the value has no canonical form here (a float, -0, an unsafe integer, a lone surrogate,
 *   undefined, an object that is not plain, a cycle, or too deep a nesting);
 * - `invalid_draft`: `kind`, `occurred_at` or `payload` breaks the format of an entry;
 * - `invalid_head`: the chain head is not `{ sequence, hash }`, or not a hash;
 * - `invalid_salt`: the salt is not 64 lower-case hex characters;
 * - `digest_unavailable`: WebCrypto is missing or failed; the reason is in `cause`;
 * - `invalid_digest`: a digest to be timestamped is not the 32 bytes of SHA-256;
 * - `invalid_nonce`: a nonce is not 8 to 20 bytes, or, in verifying, no bytes at all;
 * - `invalid_policy`: a policy is not a dotted object identifier;
 * - `invalid_root`: a trusted root is not the DER of a certificate;
 * - `invalid_time`: a time is not a valid date, or an accuracy not 1 to 86 400 000 milliseconds;
 * - `invalid_serial`: a timestamp's number is not within 1 to 2^160 - 1;
 * - `invalid_signer`: a timestamp can't be signed with this key, or not under this certificate;
 * - `invalid_bundle`: what should be a bundle is neither bytes nor a blob, or changed while it was read;
 * - `invalid_report`: what should be a report is neither bytes nor a blob;
 * - `invalid_signature`: a signature can't be assembled: its key did not make it, or its timestamp is of another;
 * - `malformed_reply`: what an authority answered is no timestamp reply;
 * - `timestamp_refused`: the authority gave no timestamp; its reasons are in the message.
 */
export type EvidenceErrorCode =
  | 'not_canonical'
  | 'invalid_draft'
  | 'invalid_head'
  | 'invalid_salt'
  | 'digest_unavailable'
  | 'invalid_digest'
  | 'invalid_nonce'
  | 'invalid_policy'
  | 'invalid_root'
  | 'invalid_time'
  | 'invalid_serial'
  | 'invalid_signer'
  | 'invalid_bundle'
  | 'invalid_report'
  | 'invalid_signature'
  | 'malformed_reply'
  | 'timestamp_refused';

const BRAND = Symbol.for('@field-inspection/evidence/EvidenceError');

/**
 * The one error this package throws. Branch on `code`, which is stable; `message` is for people and may change.
 * It never quotes a value, since values may be personal data; it may quote the name of a field, and what a timestamping
 * authority gives as its reason.
 *
 * Judging foreign material (`verifyEvidence`, `verifyReport`, `verifyChain`, `verifyCommitment`, `verifyTimestamp`) gives a verdict
 * instead of this error. `instanceof` also holds for an error of another copy of this package: ESM beside CommonJS, or
 * two versions in one tree.
 *
 * @example
 * ```ts
 * import { canonicalizeJson, EvidenceError } from '@field-inspection/evidence';
 *
 * try {
 *   canonicalizeJson({ latitude: 45.4642 });
 * } catch (error) {
 *   if (!(error instanceof EvidenceError)) throw error;
 *   console.log(error.code); // not_canonical
 * }
 * ```
 */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
  readonly code: EvidenceErrorCode;

  constructor(code: EvidenceErrorCode, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}
brand(EvidenceError);

// Outside the class: bundlers rename a class that names itself.
function brand(errorClass: { readonly prototype: Error }): void {
  Object.defineProperty(errorClass.prototype, BRAND, { value: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, error: unknown) {
      // A subclass inherits this without having the brand.
      return this === errorClass
        ? BRAND in Object(error)
        : Error[Symbol.hasInstance].call(this as typeof Error, error);
    },
  });
}
