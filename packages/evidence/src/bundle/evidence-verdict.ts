import type { ChainFailureCode, ChainVerdict } from '../chain/verify-chain.ts';
import type { TimestampFailureCode } from '../timestamp/refusal.ts';

/**
 * What is wrong with a bundle; beside the codes of `verifyChain` for an entry, and of `verifyTimestamp` for a token.
 *
 * - `malformed_zip`: not a ZIP file, or cut off, or one that can be read in two ways;
 * - `unsupported_zip`: a file in it is encrypted, a link, or packed in an unusual way;
 * - `unsafe_path`, `duplicate_path`: a name that leads elsewhere, or is there twice;
 * - `too_large`: more than a bundle can have of this;
 * - `corrupt_file`: a file that can't be unpacked to what the ZIP file says;
 * - `missing_file`, `unexpected_file`: a file that should be there is not, or one is there that nothing names;
 * - `wrong_size`, `wrong_hash`: not the bytes that the chain, or for derivatives the manifest, names;
 * - `malformed_manifest`: manifest.json is not of the format;
 * - `unsupported_version`: the bundle is of another format;
 * - `differs_from_chain`: manifest.json says otherwise than the chain;
 * - `not_in_chain`: manifest.json lists as evidence what no entry of the chain captured;
 * - `malformed_capture`: an entry `evidence.captured` doesn't say what was captured, or names what an earlier one does;
 * - `malformed_disclosures`: disclosures.json is not of the format;
 * - `wrong_disclosure`: a value in disclosures.json is not what the chain was committed to;
 * - `differs_from_token`: manifest.json says otherwise than a token, or the certificates beside the token are others.
 */
export type BundleFailureCode =
  | 'malformed_zip'
  | 'unsupported_zip'
  | 'unsafe_path'
  | 'duplicate_path'
  | 'too_large'
  | 'corrupt_file'
  | 'missing_file'
  | 'unexpected_file'
  | 'wrong_size'
  | 'wrong_hash'
  | 'malformed_manifest'
  | 'unsupported_version'
  | 'differs_from_chain'
  | 'not_in_chain'
  | 'malformed_capture'
  | 'malformed_disclosures'
  | 'wrong_disclosure'
  | 'differs_from_token';

export type EvidenceFaultCode = BundleFailureCode | ChainFailureCode | TimestampFailureCode;

/**
 * A bad place: `chain.jsonl, entry 7`, a file such as `originals/….jpg` or `anchors/1.tst`, or `bundle.zip` for the
 * whole. A path is escaped where it could mislead a reader. `code` is stable; `message` is for people and may change.
 */
export type EvidenceFault = {
  readonly place: string;
  readonly code: EvidenceFaultCode;
  readonly message: string;
};

/** A file of the bundle: an original, a derivative of it, or one that nothing names (`evidence_id` is null). */
export type FileVerdict = {
  readonly path: string;
  readonly evidence_id: string | null;
  readonly ok: boolean;
  readonly code?: EvidenceFaultCode;
};

/**
 * What one timestamp authority says of the head.
 *
 * - `authority`, `status`, `demo`: as manifest.json has them: where the authority is, whether it has answered, and
 *   whether it is the service's own for demonstration, which proves nothing to a stranger;
 * - `verdict`: `trusted`: the token is good and leads to a root that the caller gave; `untrusted`: it is good in itself;
 *   `invalid`: it is not; `pending`: there is no token;
 * - `gen_time`: when the authority states to have seen the head, ISO 8601; null without a good token;
 * - `signer`: the subject of the certificate that signed a trusted token, as RFC 4514 writes names; null otherwise, since
 *   anyone can put any name into a certificate of their own;
 * - `code`, `message`: why a token is not trusted.
 */
export type AnchorVerdict = {
  readonly authority: string;
  readonly demo: boolean;
  readonly status: string;
  readonly verdict: 'trusted' | 'untrusted' | 'invalid' | 'pending';
  readonly gen_time: string | null;
  readonly signer: string | null;
  readonly code?: EvidenceFaultCode;
  readonly message?: string;
};

/**
 * The verdict on a bundle.
 *
 * - `verdict`: `verified`: everything agrees, and an authority that the caller trusts signed the head; `intact`:
 *   everything agrees, but nobody outside vouches for it; `broken`: something was changed, and `fault` says where first;
 * - `message`: the verdict in words, for people;
 * - `head`, `length`: the hash of the last entry and the number of entries; null when the chain is broken;
 * - `fault`: the first bad place, in this order: the ZIP file, manifest.json, chain.jsonl, the evidence as the chain
 *   captured it, disclosures.json, the anchors, what nothing names; null when there is none;
 * - `chain`: the verdict on the chain; null when it could not be read;
 * - `files`, `anchors`: each for itself. They are judged by the chain: when it is broken, none is;
 * - `redacted`: how many personal values the chain was committed to and the bundle does not disclose.
 */
export type EvidenceVerdict = {
  readonly verdict: 'verified' | 'intact' | 'broken';
  readonly message: string;
  readonly head: string | null;
  readonly length: number | null;
  readonly fault: EvidenceFault | null;
  readonly chain: ChainVerdict | null;
  readonly files: readonly FileVerdict[];
  readonly anchors: readonly AnchorVerdict[];
  readonly redacted: number;
};
