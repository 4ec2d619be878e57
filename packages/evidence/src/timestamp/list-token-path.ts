import { findSigner } from '../cms/signed-data.ts';
import { readDer } from '../der/read-der.ts';
import { listIssued, verifyCertificatePath, type IssuedCertificate } from '../x509/certificate-path.ts';
import { readCertificate } from '../x509/certificate.ts';
import { TIMESTAMPING } from './check-signer-certificate.ts';
import type { StepBudget } from '../step-budget.ts';
import { readToken } from './token.ts';
import { readTstInfo } from './tst-info.ts';

/**
 * The certificates that a token, found good, rests on, each with its issuer, up to a root.
 *
 * @throws {Refusal} what a token that is not good is refused for
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function listTokenPath(
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
