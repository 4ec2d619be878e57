import {
  verifyEvidence,
  verifyReport,
  type BlobSource,
  type EvidenceVerdict,
  type ReportVerdict,
} from '@field-inspection/evidence';

export type Verification =
  | { readonly kind: 'report'; readonly verdict: ReportVerdict }
  | { readonly kind: 'bundle'; readonly verdict: EvidenceVerdict }
  | { readonly kind: 'neither' };

type Expectation = {
  readonly roots: readonly Uint8Array[];
  readonly now: Date;
};

const PDF_HEADER = '%PDF-';
const ZIP_HEADER = 'PK';

/**
 * A bundle is read part by part, a report as a whole.
 *
 * @throws {EvidenceError} `invalid_root`, `digest_unavailable`; and what the file throws when it can't be read
 */
export const verifyFile = async (file: BlobSource, { roots, now }: Expectation): Promise<Verification> => {
  const start = new TextDecoder('latin1').decode(await file.slice(0, Math.min(file.size, 5)).arrayBuffer());
  if (start === PDF_HEADER) {
    return { kind: 'report', verdict: await verifyReport(file, { roots, tsaRoots: roots, now }) };
  }
  if (!start.startsWith(ZIP_HEADER)) return { kind: 'neither' };
  return { kind: 'bundle', verdict: await verifyEvidence(file, { roots, now }) };
};
