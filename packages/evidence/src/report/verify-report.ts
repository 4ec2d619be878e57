import type { BlobSource } from '../bundle/zip/byte-source.ts';
import { isBytes } from '../bytes.ts';
import { readDer } from '../der/read-der.ts';
import { EvidenceError } from '../evidence-error.ts';
import { entriesOf } from '../pdf/pdf-value.ts';
import { readRevisions, type Revision } from '../pdf/read-revisions.ts';
import { ReportRefusal, REPORT_PLACE, type ReportFault } from '../report-refusal.ts';
import { openBudget, TooComplex, type StepBudget } from '../step-budget.ts';
import { assertTime } from '../timestamp/arguments.ts';
import { readCertificate } from '../x509/certificate.ts';
import { readRoots } from '../x509/read-roots.ts';
import { countReferences, type ReferenceCounts } from './count-references.ts';
import { describeReport } from './describe-report.ts';
import { findChange } from './find-change.ts';
import { createStores, type Archive } from './judge-level.ts';
import { judgeSignature, type JudgedSignature, type SignatureExpectation } from './judge-signature.ts';
import { listSignatureFields, type SignatureField } from './list-signature-fields.ts';
import { readHead } from './read-head.ts';
import type { ReportVerdict } from './report-verdict.ts';

export type ReportExpectation = {
  /**
   * The root certificates under which seals and signatures are trusted: PEM, or DER. From who stands behind them: a
   * report can't vouch for itself. Default: none, so that the verdict is `untrusted` at best.
   */
  readonly roots?: readonly (string | Uint8Array)[];
  /** The root certificates of trusted timestamp authorities, likewise. Default: none, so that no time is proven. */
  readonly tsaRoots?: readonly (string | Uint8Array)[];
  /** The time of verification. */
  readonly now: Date;
  /**
   * Most steps of the verification, so that a PDF made for it can't hold a verifier for long: a value that is read is
   * one to four, 256 bytes that are read are one, 4 KiB that are hashed are one, a signature that is checked is 250.
   * With more the verdict is `invalid`, with the code `too_complex`. Default: 10 000 000; a report of 500 photos takes
   * less than a tenth.
   */
  readonly maxSteps?: number;
};

type Findings = Omit<ReportVerdict, 'verdict' | 'message'>;

const NOTHING: Findings = {
  fault: null,
  signatures: [],
  revisions: null,
  head: null,
  has_validation_data: false,
};

// Most that a browser can hold, and more than a report of 500 photos.
const MAX_BYTES = 2 ** 30;
const MAX_SIGNATURES = 50;

/**
 * Verifies the seals and signatures of a report (report.pdf), offline: that each covers its whole revision, that its key
 * signed that, that the signer leads to a root, at the time that a timestamp proves, and that nothing was changed since
 * but by adding further signatures, document timestamps or validation data. The PDF is taken as attacker-controlled:
 * anything that is wrong with it is a verdict that names the first bad place, never an exception.
 *
 * It is stricter than PDF readers: every byte of the file must be accounted for, every object that was added or replaced
 * after a signature explained. What is not understood is refused: cross-reference and object streams, encryption,
 * scripts, certifications (DocMDP), other signatures than PAdES.
 *
 * Revocation is judged by the validation data that the report carries, and nothing is fetched: `level` is `B-LT` or `B-LTA`
 * where that says of every certificate that it had not been revoked, and a signature is invalid, or untrusted without a
 * proof of its time, where it says that one had been. A report without such data has no more than `B-T`.
 *
 * @param pdf the bytes, or a `Blob`, which is read into memory.
 * @returns the verdict. The promise is rejected only by `EvidenceError`: `invalid_report`, `invalid_root`,
 *   `invalid_time` for arguments that are not the report's, and `digest_unavailable`; and by what a blob throws that
 *   can't be read.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { verifyReport } from '@field-inspection/evidence';
 *
 * const { verdict, signatures } = await verifyReport(readFileSync('report.pdf'), {
 *   roots: [readFileSync('seal-roots.pem', 'utf8')],
 *   tsaRoots: [readFileSync('tsa-roots.pem', 'utf8')],
 *   now: new Date(),
 * });
 * console.log(verdict, signatures[0]?.signer); // trusted CN=Acme e-Seal,O=Acme,C=IT
 * ```
 *
 * @see ETSI EN 319 142-1 (PAdES), ISO 32000-1 section 12.8, RFC 5652 (CMS), RFC 5035 (signing certificate)
 */
export async function verifyReport(
  pdf: Uint8Array | BlobSource,
  { roots = [], tsaRoots = [], now, maxSteps }: ReportExpectation,
): Promise<ReportVerdict> {
  assertTime(now);
  const certificates = readRoots(roots).map((der) => readCertificate(readDer(new Uint8Array(der))));
  const expected = { roots: certificates, tsaRoots: readRoots(tsaRoots), now, budget: openBudget(maxSteps) };
  const bytes = await readBytes(pdf);
  const findings = await judgeOrName(() => judgeReport(bytes, expected));
  const verdict = decide(findings);
  return { verdict, message: describeReport({ ...findings, verdict }), ...findings };
}

async function judgeReport(bytes: Uint8Array, expected: SignatureExpectation): Promise<Findings> {
  if (bytes.length > MAX_BYTES)
    throw new ReportRefusal(REPORT_PLACE, 'too_large', 'It is larger than 1 GiB.');
  const revisions = readRevisions(bytes, expected.budget);
  const fields = listSignatureFields(revisions);
  if (fields.length > MAX_SIGNATURES) {
    throw new ReportRefusal(REPORT_PLACE, 'too_large', `It has more than ${MAX_SIGNATURES} signatures.`);
  }
  const own = await judgeAll(fields, { bytes, revisions, expected });
  const firstSigned = fields[0]?.revision ?? revisions.length;
  const changes = listChanges(revisions, { firstSigned, budget: expected.budget });
  const judged = own.map((one, index) => {
    return judgeChanges(one, changes.find(({ revision }) => revision > fields[index]!.revision)?.fault);
  });
  const { objects, root } = revisions.at(-1)!;
  const fault = judged.find((one) => one.fault)?.fault ?? null;
  const sealed = judged.findIndex(({ verdict }) => verdict.kind === 'signature');
  return {
    fault,
    signatures: judged.map(({ verdict }) => verdict),
    revisions: revisions.length,
    // Anybody may have written a head that no seal covers.
    head: fault || sealed === -1 ? null : readHead(revisions[fields[sealed]!.revision]!),
    has_validation_data: entriesOf(objects.get(root)!.value, objects)!.has('DSS'),
  };
}

// The last signature comes first, since a document timestamp proves that earlier bytes existed.
async function judgeAll(
  fields: readonly SignatureField[],
  given: { bytes: Uint8Array; revisions: readonly Revision[]; expected: SignatureExpectation },
): Promise<JudgedSignature[]> {
  const judged: JudgedSignature[] = [];
  const archives: Archive[] = [];
  const openStores = createStores(given.revisions, given.expected);
  let stores = openStores(archives);
  let provenBy: string | null = null;
  for (let index = fields.length - 1; index >= 0; index--) {
    const place = `signature ${index + 1}`;
    const one = await judgeSignature(fields[index]!, { ...given, place, provenBy, stores });
    judged.unshift(one);
    const { kind, verdict, time } = one.verdict;
    if (kind !== 'document_timestamp' || verdict !== 'trusted' || time === null) continue;
    if (provenBy === null || time < provenBy) provenBy = time;
    archives.push({ revision: fields[index]!.revision, time: Date.parse(time) });
    stores = openStores(archives);
  }
  return judged;
}

function listChanges(
  revisions: readonly Revision[],
  { firstSigned, budget }: { firstSigned: number; budget: StepBudget },
): { revision: number; fault: ReportFault }[] {
  const references: ReferenceCounts = new Map();
  return revisions.flatMap((after, revision) => {
    const before = revisions[revision - 1];
    const given = before && revision > firstSigned && { before, after, references, budget };
    const fault = given ? findChange(given) : undefined;
    countReferences(references, { before, after });
    return fault ? [{ revision, fault }] : [];
  });
}

function judgeChanges(judged: JudgedSignature, change: ReportFault | undefined): JudgedSignature {
  if (!change || judged.fault) return judged;
  const { code, message } = change;
  const bad = { verdict: 'invalid' as const, ok: false, signer: null, signer_kind: null, code, message };
  const verdict = { ...judged.verdict, ...bad };
  return { verdict, fault: change };
}

async function readBytes(pdf: Uint8Array | BlobSource): Promise<Uint8Array> {
  // A copy, since the caller may change the memory during awaits.
  if (isBytes(pdf)) return new Uint8Array(pdf);
  if (typeof (pdf as BlobSource | null)?.slice !== 'function' || !Number.isSafeInteger(pdf.size)) {
    throw new EvidenceError('invalid_report', 'A report is a Uint8Array or a Blob.');
  }
  return new Uint8Array(await pdf.slice(0, Math.min(pdf.size, MAX_BYTES + 1)).arrayBuffer());
}

async function judgeOrName(judge: () => Promise<Findings>): Promise<Findings> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof ReportRefusal) return { ...NOTHING, fault: error.fault };
    if (!(error instanceof TooComplex)) throw error;
    return { ...NOTHING, fault: { place: REPORT_PLACE, code: 'too_complex', message: error.message } };
  }
}

function decide({ fault, signatures }: Findings): ReportVerdict['verdict'] {
  if (fault) return 'invalid';
  const isTrusted = signatures.every(({ verdict }) => verdict === 'trusted');
  return isTrusted && signatures.some(({ kind }) => kind === 'signature') ? 'trusted' : 'untrusted';
}
