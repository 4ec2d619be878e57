import {
  verifyEvidence as verifyBundle,
  verifyReport as verifyPdf,
  type BlobSource,
  type EvidenceExpectation,
  type EvidenceVerdict,
  type ReportExpectation,
  type ReportVerdict,
} from '@field-inspection/evidence';

export {
  EvidenceError,
  verifyChain,
  verifyCommitment,
  verifyTimestamp,
  type AddendaAnchorVerdict,
  type AddendaVerdict,
  type AnchorVerdict,
  type AuditEntry,
  type AuditEntryDraft,
  type BlobSource,
  type BundleFailureCode,
  type CanonicalValue,
  type ChainFailureCode,
  type ChainHead,
  type ChainVerdict,
  type Disclosure,
  type EvidenceErrorCode,
  type EvidenceFault,
  type EvidenceFaultCode,
  type EvidenceVerdict,
  type FileVerdict,
  type ReportFailureCode,
  type ReportFault,
  type ReportFaultCode,
  type ReportVerdict,
  type SignatureTimestamp,
  type SignatureVerdict,
  type TimestampExpectation,
  type TimestampFailureCode,
  type TimestampVerdict,
} from '@field-inspection/evidence';

export type VerifyEvidenceOptions = Omit<EvidenceExpectation, 'now'> & {
  /** Time of verification: a token of a later time is refused. Default: the clock's. */
  readonly now?: Date;
};

/**
 * Verifies an evidence bundle (bundle.zip), offline and without trust in who made it: that its chain is whole, that
 * every piece of evidence is the one that the chain captured, and that timestamp authorities signed the chain's head; and
 * of version 2, that the addenda go on from it, with the reports that they name.
 * Anything that is wrong with the bundle is a verdict that names the first bad place, never an exception.
 *
 * @param bundle the bytes, or a `Blob`, which is read part by part.
 * @returns `verified`: an authority that you trust vouches for it; `intact`: everything agrees, but nobody outside
 * vouches; `broken`: `fault` says where. The promise is rejected only by `EvidenceError` for arguments that are not
 * of the bundle, and by what a blob throws that can't be read.
 *
 * @example
 * ```ts
 * const response = await client.evidence.downloadBundle(sessionId);
 * const { verdict, message } = await verifyEvidence(new Uint8Array(await response.arrayBuffer()), {
 *   roots: [readFileSync('roots.pem', 'utf8')],
 * });
 * console.log(verdict, message);
 * ```
 */
export function verifyEvidence(
  bundle: Uint8Array | BlobSource,
  { now = new Date(), ...expectation }: VerifyEvidenceOptions = {},
): Promise<EvidenceVerdict> {
  return verifyBundle(bundle, { ...expectation, now });
}

export type VerifyReportOptions = Omit<ReportExpectation, 'now'> & {
  /** Time of verification where no timestamp gives one. Default: the clock's. */
  readonly now?: Date;
};

/**
 * Verifies the seals and signatures of a report (report.pdf), offline and without trust in who made it: that each covers
 * its whole revision, that the signer's certificate leads to a root of yours, at the time that a timestamp proves, and
 * that nothing was changed since but by adding further signatures. Anything that is wrong with the PDF is a verdict
 * that names the first bad place, never an exception.
 *
 * It is stricter than PDF readers: what it does not understand is refused (`unsupported_pdf`), and so are PDFs of other
 * origin that are in order. Whether a certificate was revoked it judges by what the report carries, and nothing is
 * fetched: `level` is `B-LT` or `B-LTA` where that says of every certificate that it had not been revoked.
 *
 * @param pdf the bytes, or a `Blob`, which is read into memory; at most 1 GiB.
 * @returns `trusted`: everybody who signed leads to a root of yours, and nothing was changed since; `untrusted`: nothing
 * is wrong, but nobody whom you trust vouches for it, also for a PDF without any signature; `invalid`: `fault` says
 * where. The promise is rejected only by `EvidenceError` for arguments that are not the report's, and by what a blob
 * throws that can't be read.
 *
 * @example
 * ```ts
 * const { verdict, signatures } = await verifyReport(readFileSync('report.pdf'), {
 *   roots: [readFileSync('seal-roots.pem', 'utf8')],
 *   tsaRoots: [readFileSync('tsa-roots.pem', 'utf8')],
 * });
 * console.log(verdict, signatures[0]?.signer);
 * ```
 *
 * @see ETSI EN 319 142-1 (PAdES)
 */
export function verifyReport(
  pdf: Uint8Array | BlobSource,
  { now = new Date(), ...expectation }: VerifyReportOptions = {},
): Promise<ReportVerdict> {
  return verifyPdf(pdf, { ...expectation, now });
}
