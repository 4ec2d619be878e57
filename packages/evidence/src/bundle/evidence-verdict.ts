import type { EvidenceFault, EvidenceFaultCode } from '../bundle-refusal.ts';
import type { ChainVerdict } from '../chain/verify-chain.ts';

/**
 * A file of the bundle: an original or a derivative of it, a report, or one that nothing names (`evidence_id` is null for
 * those two). `withheld`: it is not there, and an addendum redacts it: the sequence of that. `unproven`: no valid anchor
 * covers that addendum yet.
 */
export type FileVerdict = {
  readonly path: string;
  readonly evidence_id: string | null;
  readonly ok: boolean;
  readonly withheld?: number;
  readonly unproven?: true;
  readonly code?: EvidenceFaultCode;
};

/**
 * Verdict on one timestamp authority's anchor of the head.
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

/** Verdict on an anchor of the addenda; `sequence` is the last addendum that its token covers. */
export type AddendaAnchorVerdict = AnchorVerdict & { readonly sequence: number };

/**
 * The verdict on what came after the freeze: a chain that goes on from the head.
 *
 * - `head`, `length`: the hash of the last addendum, or the chain's head without any, and their number; null when they
 *   are broken;
 * - `chain`: the verdict on them as a chain;
 * - `anchors`: each for itself;
 * - `unanchored`: how many of the last ones no valid anchor covers: of a bundle that is `verified`, none of an authority
 *   that the caller trusts. Null when they are broken.
 */
export type AddendaVerdict = {
  readonly head: string | null;
  readonly length: number | null;
  readonly chain: ChainVerdict;
  readonly anchors: readonly AddendaAnchorVerdict[];
  readonly unanchored: number | null;
};

/**
 * The verdict on a bundle.
 *
 * - `verdict`: `verified`: all evidence agrees, and an authority that the caller trusts signed the head, and the redaction
 *   of each file that is withheld; `intact`: all evidence agrees, but nobody outside vouches for it; `broken`: something
 *   was changed, and `fault` says where first;
 * - `message`: the verdict in words, for people;
 * - `head`, `length`: the hash of the last entry and the number of entries; null when the chain is broken;
 * - `fault`: the first bad place, in this order: the ZIP file, manifest.json, chain.jsonl, addenda.jsonl, the evidence as
 *   the chain captured it, disclosures.json, the anchors, the reports as the addenda name them, the disclosures and
 *   anchors of the addenda, what nothing names; null when there is none;
 * - `chain`: the verdict on the chain; null when it could not be read;
 * - `files`, `anchors`: each for itself. They are judged by the chain: when it is broken, none is;
 * - `addenda`: the verdict on what came after the freeze; null for a bundle of version 1, and when they could not be read;
 * - `redacted`: how many personal values the chain and the addenda were committed to and the bundle does not disclose;
 * - `withheld`: how many files are not there by a redaction in the addenda. A trusted time proves when that was, not who
 *   withheld them;
 * - `unproven`: how many of those are withheld by a redaction that no valid anchor covers: so it is for a minute after each
 *   redaction, and for good where somebody has made the addendum up. The bundle is `intact` at best then.
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
  readonly addenda: AddendaVerdict | null;
  readonly redacted: number;
  readonly withheld: number;
  readonly unproven: number;
};
