/**
 * Why a function of this package refused.
 *
 * - `not_canonical`: the value has no canonical form here (a float, -0, an unsafe integer, a lone surrogate,
 *   undefined, an object that is not plain, a cycle, or too deep a nesting);
 * - `invalid_draft`: `kind`, `occurred_at` or `payload` breaks the format of an entry;
 * - `invalid_head`: the chain head is not `{ sequence, hash }`, or not a hash;
 * - `invalid_salt`: the salt is not 64 lower-case hex characters;
 * - `digest_unavailable`: WebCrypto is missing or failed; the reason is in `cause`.
 */
export type EvidenceErrorCode =
  'not_canonical' | 'invalid_draft' | 'invalid_head' | 'invalid_salt' | 'digest_unavailable';

/**
 * The one error this package throws. Branch on `code`, which is stable; `message` is for people and may change.
 * It never quotes a value, since values may be personal data; it may quote the name of a field.
 *
 * Judging foreign material (`verifyChain`, `verifyCommitment`) gives a verdict instead of this error.
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
