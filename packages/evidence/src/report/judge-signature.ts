import { quotePath } from '../bundle-refusal.ts';
import { concatBytes } from '../bytes.ts';
import { readPaddedBer } from '../der/read-der.ts';
import { nameOf } from '../pdf/pdf-value.ts';
import type { Revision } from '../pdf/read-revisions.ts';
import { ReportRefusal, type ReportFault } from '../report-refusal.ts';
import { stepsToHash, type StepBudget } from '../step-budget.ts';
import { judgeToken, type TokenStatement } from '../timestamp/judge-token.ts';
import { Refusal } from '../timestamp-refusal.ts';
import type { IssuedCertificate } from '../x509/certificate-path.ts';
import { hasPolicy } from '../x509/certificate-rules.ts';
import type { Certificate } from '../x509/certificate.ts';
import { findSubjectKind, formatName } from '../x509/names.ts';
import { DEMO_POLICY } from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { judgeCms, judgeSigner, type JudgedCms } from './judge-cms.ts';
import { judgeLevel, type AnswerStore } from './judge-level.ts';
import type { SignatureField } from './list-signature-fields.ts';
import { readSignature, type PlacedSignature } from './read-signature.ts';
import type { SignatureTimestamp, SignatureVerdict } from './report-verdict.ts';

export type SignatureExpectation = {
  readonly roots: readonly Certificate[];
  readonly tsaRoots: readonly Uint8Array[];
  readonly now: Date;
  readonly budget: StepBudget;
};

export type JudgedSignature = { readonly verdict: SignatureVerdict; readonly fault: ReportFault | null };

type Given = {
  readonly bytes: Uint8Array;
  readonly revisions: readonly Revision[];
  readonly place: string;
  readonly expected: SignatureExpectation;
  /** The earliest time at which a later, trusted document timestamp proves that the signature existed; or null. */
  readonly provenBy: string | null;
  readonly stores: readonly AnswerStore[];
};

const UNKNOWN = {
  subfilter: null,
  verdict: 'invalid',
  ok: false,
  demo: false,
  signer: null,
  signer_kind: null,
  level: null,
  time: null,
  time_source: null,
  timestamp: null,
  covers_whole_document: false,
} as const;

export async function judgeSignature(field: SignatureField, given: Given): Promise<JudgedSignature> {
  const isTimestamp = nameOf(field.signature.get('SubFilter')) === 'ETSI.RFC3161';
  const kind = isTimestamp ? ('document_timestamp' as const) : ('signature' as const);
  let about: SignatureVerdict = { ...UNKNOWN, field: quotePath(field.name), kind };
  try {
    const placed = readSignature(field, given);
    const { subfilter, end } = placed;
    about = { ...about, subfilter, covers_whole_document: end === given.bytes.length };
    const judge = subfilter === 'ETSI.RFC3161' ? judgeDocumentTimestamp : judgeSigned;
    const own = { ...given, revision: field.revision };
    return { verdict: { ...about, ...(await judge(placed, own)) }, fault: null };
  } catch (error) {
    const fault = nameFault(error, given.place);
    const { code, message } = fault;
    return { verdict: { ...about, code, message }, fault };
  }
}

function nameFault(error: unknown, place: string): ReportFault {
  if (error instanceof ReportRefusal) return error.fault;
  if (error instanceof Refusal) return { place, code: error.code, message: error.message };
  throw error;
}

type Findings = Partial<SignatureVerdict> & Pick<SignatureVerdict, 'verdict' | 'ok'>;

type Own = Given & { readonly revision: number };

async function judgeSigned(placed: PlacedSignature, given: Own): Promise<Findings> {
  const { roots, now } = given.expected;
  const cms = await judgeCms(placed, { ...given.expected, place: given.place });
  const timestamp = viewTimestamp(cms);
  const proof = findProof(timestamp, given.provenBy);
  const time = proof.time ?? now.toISOString();
  const level = proof.source === 'signature_timestamp' ? ('B-T' as const) : ('B-B' as const);
  const demo = hasPolicy(cms.signer, DEMO_POLICY);
  const found = { demo, level, time, time_source: proof.source, timestamp };
  try {
    const trust = await judgeSigner(cms, { roots, at: Date.parse(time) });
    if (demo) return { ...found, ...WORTH_NOTHING };
    if (trust.isTrusted) {
      const longTerm = await judgeLongTerm(cms, { ...given, issued: trust.issued, proof });
      const { subject } = cms.signer;
      const who = { signer: formatName(subject), signer_kind: findSubjectKind(subject) };
      return { ...found, level: longTerm ?? level, verdict: 'trusted', ok: true, ...who };
    }
    return { ...found, verdict: 'untrusted', ok: true, code: trust.code, message: trust.message };
  } catch (error) {
    // Without a proven signing time, a certificate that has ended since does not make the signature invalid.
    if (!isAboutTime(error) || proof.time) throw error;
    const { code, message } = nameFault(error, given.place);
    return { ...found, verdict: 'untrusted', ok: true, code, message };
  }
}

function isAboutTime(error: unknown): boolean {
  if (error instanceof ReportRefusal) return error.fault.code === 'revoked';
  return error instanceof Refusal && error.code === 'not_valid_then';
}

/**
 * The certificates of both the signer and the timestamp must be known not to have been revoked at the time that counts.
 * Gives null for a lower level.
 *
 * @throws {ReportRefusal} `revoked`
 */
async function judgeLongTerm(
  { timestamp }: JudgedCms,
  given: Own & { issued: readonly IssuedCertificate[]; proof: Proof },
): Promise<'B-LT' | 'B-LTA' | null> {
  const { proof, stores, revision: after, place, expected } = given;
  const at = Date.parse(proof.time ?? expected.now.toISOString());
  const signer = await judgeLevel(given.issued, { stores, after, at });
  if (signer.isRevoked) {
    throw new ReportRefusal(place, 'revoked', "The signer's certificate, or one above it, had been revoked.");
  }
  if (proof.source !== 'signature_timestamp' || timestamp?.verdict !== 'trusted') return null;
  const authority = await judgeLevel(timestamp.issued, { stores, after, at });
  if (authority.isRevoked) {
    const message = 'The certificate of its authority, or one above it, had been revoked.';
    throw new ReportRefusal(`${place}, timestamp`, 'revoked', message);
  }
  if (signer.level === null || authority.level === null) return null;
  return signer.level === authority.level ? signer.level : 'B-LT';
}

// A demo's root may have been given by mistake: anybody can start a demonstration.
const WORTH_NOTHING = {
  verdict: 'untrusted',
  ok: true,
  code: 'demo',
  message: "It is a demonstration's, and proves nothing to a stranger.",
} as const;

const isDemo = ({ policy }: TokenStatement): boolean => policy === DEMO_POLICY;

type Proof = { time: string | null; source: NonNullable<SignatureVerdict['time_source']> };

function findProof(timestamp: SignatureTimestamp | null, provenBy: string | null): Proof {
  if (timestamp?.verdict === 'trusted') return { time: timestamp.gen_time, source: 'signature_timestamp' };
  if (provenBy !== null) return { time: provenBy, source: 'document_timestamp' };
  return { time: null, source: 'now' };
}

function viewTimestamp({ timestamp }: JudgedCms): SignatureTimestamp | null {
  if (!timestamp) return null;
  const { statement } = timestamp;
  const about = { gen_time: statement.gen_time, demo: isDemo(statement) };
  if (timestamp.verdict === 'untrusted' || about.demo) {
    return { ...about, verdict: 'untrusted', authority: null };
  }
  return { ...about, verdict: 'trusted', authority: timestamp.signer };
}

async function judgeDocumentTimestamp(placed: PlacedSignature, given: Own): Promise<Findings> {
  const { tsaRoots, now, budget } = given.expected;
  const token = readPaddedBer(placed.contents, budget).bytes;
  budget.spend(stepsToHash(placed.end));
  const digest = await digestBytes('SHA-256', concatBytes(placed.covered));
  const judgement = await judgeToken(token, { digest, roots: tsaRoots, now, budget });
  if (judgement.verdict === 'invalid') throw new Refusal(judgement.code, judgement.message);

  const { verdict, statement } = judgement;
  const demo = isDemo(statement);
  const found = { ok: true, demo, time: statement.gen_time, time_source: 'document_timestamp' as const };
  if (demo) return { ...found, ...WORTH_NOTHING };
  if (verdict === 'trusted') {
    await assertStanding(judgement.issued, { ...given, at: Date.parse(statement.gen_time) });
    return { ...found, verdict, signer: judgement.signer };
  }
  const { code, message } = judgement;
  return { ...found, verdict, code, message };
}

async function assertStanding(
  issued: readonly IssuedCertificate[],
  { stores, revision: after, at, place }: Own & { at: number },
): Promise<void> {
  if (!(await judgeLevel(issued, { stores, after, at })).isRevoked) return;
  throw new ReportRefusal(place, 'revoked', 'The certificate of its authority had been revoked.');
}
