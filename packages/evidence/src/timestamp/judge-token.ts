import type { TimestampFailureCode } from '../timestamp-refusal.ts';
import { findSigner, listTopCertificates } from '../cms/signed-data.ts';
import { type IssuedCertificate, listIssued, verifyCertificatePath } from '../x509/certificate-path.ts';
import { type Token, readToken } from './token.ts';
import { readTstInfo, viewTstInfo } from './tst-info.ts';
import { type BudgetedExpectation, judgeTimestamp } from './verify-timestamp.ts';
import { readDer } from '../der/read-der.ts';
import { readCertificate } from '../x509/certificate.ts';
import { TIMESTAMPING } from './check-signer-certificate.ts';
import type { StepBudget } from '../step-budget.ts';

export type TokenStatement = {
  readonly gen_time: string;
  readonly serial: string;
  readonly policy: string;
  readonly certificates: readonly Uint8Array[];
};

type Reason = { readonly code: TimestampFailureCode; readonly message: string };

export type TokenJudgement =
  | {
      readonly verdict: 'trusted';
      readonly statement: TokenStatement;
      readonly signer: string;
      readonly issued: readonly IssuedCertificate[];
    }
  | ({ readonly verdict: 'untrusted'; readonly statement: TokenStatement } & Reason)
  | ({ readonly verdict: 'invalid' } & Reason);

/**
 * Judges a token under the trusted roots. Without a path to them its own certificates are judged, so that a damaged
 * token differs from one of an unknown authority.
 *
 * @throws {EvidenceError} `digest_unavailable`
 * @throws {TooComplex}
 */
export async function judgeToken(
  token: Uint8Array,
  expectation: BudgetedExpectation,
): Promise<TokenJudgement> {
  const { budget } = expectation;
  const verdict = await judgeTimestamp(token, expectation);
  if (!verdict.valid && verdict.code !== 'untrusted') return { ...pickReason(verdict), verdict: 'invalid' };

  const signedData = readToken(token, budget);
  const statement = readStatement(signedData);
  if (verdict.valid) {
    const issued = await listTokenPath(token, expectation);
    return { verdict: 'trusted', statement, signer: verdict.authority, issued };
  }

  const own = await judgeTimestamp(token, {
    ...expectation,
    roots: listTopCertificates(signedData).map(({ bytes }) => bytes),
  });
  if (!own.valid && own.code !== 'untrusted') return { ...pickReason(own), verdict: 'invalid' };
  return { ...pickReason(verdict), verdict: 'untrusted', statement };
}

function pickReason({ code, message }: Reason): Reason {
  return { code, message };
}

function readStatement({ content, certificates, budget }: Token): TokenStatement {
  return {
    ...viewTstInfo(readTstInfo(content, budget)),
    certificates: certificates.map(({ bytes }) => bytes),
  };
}

/**
 * Gives the certificates of a good token up to a root, each with its issuer.
 *
 * @throws {Refusal} what a bad token is refused for
 * @throws {EvidenceError} `digest_unavailable`
 */
async function listTokenPath(
  token: Uint8Array,
  { roots, budget }: { roots: readonly Uint8Array[]; budget: StepBudget },
): Promise<IssuedCertificate[]> {
  const signedData = readToken(token, budget);
  const trusted = roots.map((der) => readCertificate(readDer(der)));
  const path = await verifyCertificatePath({
    signer: findSigner(signedData),
    certificates: signedData.certificates,
    roots: trusted,
    at: readTstInfo(signedData.content, budget).genTime,
    purpose: TIMESTAMPING,
  });
  return listIssued(path, trusted);
}
