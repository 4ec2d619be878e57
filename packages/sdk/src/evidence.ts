import {
  verifyEvidence as verifyBundle,
  type BlobSource,
  type EvidenceExpectation,
  type EvidenceVerdict,
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
  type TimestampExpectation,
  type TimestampFailureCode,
  type TimestampVerdict,
} from '@field-inspection/evidence';

export type VerifyEvidenceOptions = Omit<EvidenceExpectation, 'now'> & {
  /** The time of verification: a token of a later time is refused. Default: what the clock says. */
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
