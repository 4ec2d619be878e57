export type { BlobSource } from './bundle/zip/byte-source.ts';
export type { BundleFailureCode, EvidenceFault, EvidenceFaultCode } from './bundle-refusal.ts';
export type {
  AddendaAnchorVerdict,
  AddendaVerdict,
  AnchorVerdict,
  EvidenceVerdict,
  FileVerdict,
} from './bundle/evidence-verdict.ts';
export { verifyEvidence, type EvidenceExpectation } from './bundle/verify-evidence.ts';
export { canonicalizeJson, type CanonicalValue } from './canonical/canonicalize-json.ts';
export { appendEntries, appendEntry } from './chain/append-entry.ts';
export { GENESIS_HEAD, type AuditEntry, type AuditEntryDraft, type ChainHead } from './chain/audit-entry.ts';
export { hashEntry } from './chain/hash-entry.ts';
export { verifyChain, type ChainFailureCode, type ChainVerdict } from './chain/verify-chain.ts';
export { commitValue, type Disclosure } from './commitment/commit-value.ts';
export { verifyCommitment } from './commitment/verify-commitment.ts';
export { EvidenceError, type EvidenceErrorCode } from './evidence-error.ts';
export { buildTimestampRequest } from './timestamp/build-timestamp-request.ts';
export { listTokenCertificates, type TokenCertificate } from './timestamp/token.ts';
export type { ReportFailureCode, ReportFault, ReportFaultCode } from './report-refusal.ts';
export type { ReportVerdict, SignatureTimestamp, SignatureVerdict } from './report/report-verdict.ts';
export { verifyReport, type ReportExpectation } from './report/verify-report.ts';
export { readTimestampReply } from './timestamp/read-timestamp-reply.ts';
export type { TimestampFailureCode } from './timestamp-refusal.ts';
export {
  verifyTimestamp,
  type TimestampExpectation,
  type TimestampVerdict,
} from './timestamp/verify-timestamp.ts';
