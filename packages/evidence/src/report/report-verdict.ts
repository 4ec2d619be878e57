import type { ReportFault, ReportFaultCode } from '../report-refusal.ts';

/**
 * A timestamp over a signature.
 *
 * - `verdict`: `trusted`: it leads to a root that the caller gave; `untrusted`: it is good in itself;
 * - `demo`: it is a demonstration's by its policy, which proves nothing to a stranger: it is never trusted;
 * - `gen_time`: when the authority states to have seen the signature, ISO 8601, UTC;
 * - `authority`: the subject of the certificate that signed a trusted one; null otherwise, since anyone can put any name
 *   into a certificate of their own.
 */
export type SignatureTimestamp = {
  readonly verdict: 'trusted' | 'untrusted';
  readonly demo: boolean;
  readonly gen_time: string;
  readonly authority: string | null;
};

/**
 * Verdict on one signature of a report.
 *
 * - `field`: the name of its field, which whoever made the document chose; escaped where it could mislead a reader;
 * - `kind`, `subfilter`: a seal and a person's signature are one thing to PDF (`ETSI.CAdES.detached`): which it is,
 *   `signer_kind` tells; a document timestamp (`ETSI.RFC3161`) is an authority's, over the whole document;
 * - `verdict`: `trusted`: nothing was changed since, and the signer leads to a root that the caller gave; `untrusted`: it
 *   is good in itself; `invalid`: it is not, or the document was changed afterwards. `ok` is true but for `invalid`;
 * - `demo`: it is a demonstration's, by the policy in the signer's certificate, or of a document timestamp in its token.
 *   That proves nothing to a stranger: it is never trusted, whatever root the caller gave;
 * - `signer`: the subject of the signer's certificate, as RFC 4514 writes names, when it is trusted; null otherwise;
 * - `signer_kind`: whether that name is a person's or an organisation's, so a signature or a seal; null when it says
 *   neither, when it is not trusted, and for a document timestamp;
 * - `level`: of ETSI EN 319 142-1, as it was verified. `B-T` with a trusted timestamp over the signature, else `B-B`.
 *   `B-LT` when the report has answers, too, by which no certificate of the signer and of the timestamp had been revoked
 *   at the time proven; `B-LTA` when a trusted document timestamp proves that these answers were there then. Null for a
 *   document timestamp, whose own certificates are not looked up;
 * - `time`, `time_source`: when the signer's certificate was judged: at the time that the signature's own timestamp proves,
 *   or a later document timestamp, or, without either, at the time of verification (`now`): then nothing proves when it
 *   was signed. For a document timestamp it is its own. `time` is null when it is invalid;
 * - `timestamp`: the timestamp over the signature; null without one;
 * - `covers_whole_document`: nothing at all was added after it. Where something was, and `ok` is true, these are further
 *   signatures, document timestamps or validation data only;
 * - `code`, `message`: why it is not trusted.
 */
export type SignatureVerdict = {
  readonly field: string;
  readonly kind: 'signature' | 'document_timestamp';
  readonly subfilter: 'ETSI.CAdES.detached' | 'ETSI.RFC3161' | null;
  readonly verdict: 'trusted' | 'untrusted' | 'invalid';
  readonly ok: boolean;
  readonly demo: boolean;
  readonly signer: string | null;
  readonly signer_kind: 'person' | 'organisation' | null;
  readonly level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  readonly time: string | null;
  readonly time_source: 'signature_timestamp' | 'document_timestamp' | 'now' | null;
  readonly timestamp: SignatureTimestamp | null;
  readonly covers_whole_document: boolean;
  readonly code?: ReportFaultCode;
  readonly message?: string;
};

/**
 * The verdict on a report.
 *
 * - `verdict`: `trusted`: every signature is trusted, at least one of them a signer's and not only an authority's, and
 *   nothing was changed since the first; `untrusted`: nothing is wrong, but nobody whom the caller trusts vouches for it:
 *   also for a PDF without any signature; `invalid`: something is wrong, and `fault` says where first;
 * - `message`: the verdict in words, for people;
 * - `fault`: the first bad place: of the file, or else of the first signature that is invalid; null when there is none;
 * - `signatures`: in the order in which they were made; none when the file could not be read;
 * - `revisions`: how often something was added to the file, the document itself counted; null when it could not be read;
 * - `head`: the head of the audit chain that the report names in its document information, as the first seal or
 *   signature covers it; null without one, and when something is wrong. It is as good as the seal: whether that is
 *   trusted, `verdict` says;
 * - `has_validation_data`: it carries certificates and revocation data for later (DSS). What they are worth, `level` says.
 */
export type ReportVerdict = {
  readonly verdict: 'trusted' | 'untrusted' | 'invalid';
  readonly message: string;
  readonly fault: ReportFault | null;
  readonly signatures: readonly SignatureVerdict[];
  readonly revisions: number | null;
  readonly head: string | null;
  readonly has_validation_data: boolean;
};
