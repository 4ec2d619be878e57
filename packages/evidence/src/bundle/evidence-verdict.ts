import type { EvidenceFault, EvidenceFaultCode } from '../bundle-refusal.ts';
import type { ChainVerdict } from '../chain/verify-chain.ts';

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
