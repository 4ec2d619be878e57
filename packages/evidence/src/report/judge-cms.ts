import { concatBytes } from '../bytes.ts';
import {
  checkSigningCertificate,
  readAttributes,
  readOnlyValue,
  verifySignedContent,
  type Attributes,
} from '../cms/signed-attributes.ts';
import { findSigner, listTopCertificates, readSignedData, type SignedData } from '../cms/signed-data.ts';
import { readPaddedBer } from '../der/read-der.ts';
import { ReportRefusal } from '../report-refusal.ts';
import type { StepBudget } from '../step-budget.ts';
import { judgeToken, type TokenJudgement } from '../timestamp/judge-token.ts';
import { Refusal, type TimestampFailureCode } from '../timestamp-refusal.ts';
import { listIssued, verifyCertificatePath, type IssuedCertificate } from '../x509/certificate-path.ts';
import type { Certificate } from '../x509/certificate.ts';
import { DATA, SIGNING_CERTIFICATE_V2, SIGNING_TIME, TIMESTAMP_TOKEN } from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { checkCertificate, isDocumentSigner, SIGNING_DOCUMENTS } from '../x509/check-document-signer.ts';
import type { PlacedSignature } from './read-signature.ts';

/** The signature is good for the bytes it covers; the key's owner is not judged yet. */
export type JudgedCms = {
  readonly signer: Certificate;
  readonly signedData: SignedData;
  readonly attributes: Attributes;
  readonly timestamp: Exclude<TokenJudgement, { verdict: 'invalid' }> | null;
};

export type Trust =
  | { readonly isTrusted: true; readonly issued: readonly IssuedCertificate[] }
  | { readonly isTrusted: false; readonly code: TimestampFailureCode; readonly message: string };

type Given = {
  readonly tsaRoots: readonly Uint8Array[];
  readonly now: Date;
  readonly budget: StepBudget;
  readonly place: string;
};

const FORM = { contentType: DATA, versions: [1], isDetached: true };

/**
 * Verifies the CMS of a PAdES signature (ETSI EN 319 142-1, section 6.3): detached, one signer, whose certificate is
 * signed, too, no unproven signing time; and the timestamp over the signature, if there is one.
 *
 * @throws {Refusal} what signed data is refused for
 * @throws {ReportRefusal} `unexpected_attribute`, `not_for_signing`, and what the timestamp is refused for
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function judgeCms({ contents, covered }: PlacedSignature, given: Given): Promise<JudgedCms> {
  const { budget, place } = given;
  const signedData = readSignedData(readPaddedBer(contents, budget), { form: FORM, budget });
  const signer = findSigner(signedData);
  const content = concatBytes(covered);
  const attributes = await verifySignedContent(signedData, { signer, content, contentType: DATA });
  if (attributes.has(SIGNING_TIME)) {
    throw new ReportRefusal(place, 'unexpected_attribute', 'It has a signing time that nobody vouches for.');
  }
  if (!attributes.has(SIGNING_CERTIFICATE_V2)) {
    throw new Refusal('missing_attribute', 'The signer did not sign which certificate is its own.');
  }
  await checkSigningCertificate(attributes, [signer]);
  if (!isDocumentSigner(signer)) {
    throw new ReportRefusal(
      place,
      'not_for_signing',
      "The signer's certificate is not for signing documents.",
    );
  }
  const timestamp = await judgeTimestamp(signedData, given);
  return { signer, signedData, attributes, timestamp };
}

/**
 * Judges whether the signer leads to a given root, at a time. Without such a root the certificates in the file are
 * judged, so that a damaged one differs from one with an unknown root.
 *
 * @throws {Refusal} what a certificate is refused for
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function judgeSigner(
  { signer, signedData, attributes }: JudgedCms,
  { roots, at }: { roots: readonly Certificate[]; at: number },
): Promise<Trust> {
  checkCertificate(signer, at);
  const { certificates } = signedData;
  const given = { signer, certificates, at, purpose: SIGNING_DOCUMENTS };
  try {
    const path = await verifyCertificatePath({ ...given, roots });
    await checkSigningCertificate(attributes, path);
    return { isTrusted: true, issued: await listIssued(path, roots) };
  } catch (error) {
    if (!isForeign(error)) throw error;
    await judgeOwnPath({ ...given, roots: listTopCertificates(signedData) });
    return { isTrusted: false, code: error.code, message: error.message };
  }
}

async function judgeOwnPath(given: Parameters<typeof verifyCertificatePath>[0]): Promise<void> {
  try {
    await verifyCertificatePath(given);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'untrusted') throw error;
  }
}

function isForeign(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'untrusted';
}

async function judgeTimestamp(
  { unsignedAttributes, signature }: SignedData,
  { tsaRoots, now, budget, place }: Given,
): Promise<JudgedCms['timestamp']> {
  if (!unsignedAttributes) return null;
  const values = readAttributes(unsignedAttributes);
  const token = readOnlyValue(values, TIMESTAMP_TOKEN);
  if (!token || values.size > 1) {
    const message = 'It has something unsigned that is no timestamp.';
    throw new ReportRefusal(place, 'unexpected_attribute', message);
  }
  const digest = await digestBytes('SHA-256', signature);
  const judgement = await judgeToken(token.bytes, { digest, roots: tsaRoots, now, budget });
  if (judgement.verdict !== 'invalid') return judgement;
  throw new ReportRefusal(`${place}, timestamp`, judgement.code, judgement.message);
}
