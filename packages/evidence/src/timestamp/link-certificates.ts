import { equalBytes } from './der/equal-bytes.ts';
import type { Certificate } from './read-certificate.ts';
import { readSignatureAlgorithm } from './read-signature-algorithm.ts';
import { Refusal } from './refusal.ts';
import { verifySignature } from './verify-signature.ts';

/** The issuers of each certificate: those whose subject is its issuer and whose key signed it. */
export type CertificateLinks = ReadonlyMap<Certificate, readonly Certificate[]>;

/**
 * Finds who issued whom, among the certificates of a token and the roots. Roots are believed and not linked upwards.
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`, `wrong_signature`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function linkCertificates(
  certificates: readonly Certificate[],
  roots: readonly Certificate[],
): Promise<CertificateLinks> {
  const links = new Map<Certificate, Certificate[]>();
  const all = new Set([...certificates, ...roots]);
  for (const certificate of certificates) {
    if (!roots.includes(certificate)) links.set(certificate, await findIssuers(certificate, all));
  }
  return links;
}

// A candidate of the right name may have a key that is not understood here, or that the signature does not fit: an
// authority that changed its key. That is no fault of the certificate as long as another one has issued it.
async function findIssuers(
  certificate: Certificate,
  candidates: Iterable<Certificate>,
): Promise<Certificate[]> {
  const issuers: Certificate[] = [];
  let firstRefusal: Refusal | undefined;
  for (const candidate of candidates) {
    try {
      if (await hasIssued(candidate, certificate)) issuers.push(candidate);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      firstRefusal ??= error;
    }
  }
  if (firstRefusal && issuers.length === 0) throw firstRefusal;
  return issuers;
}

async function hasIssued(candidate: Certificate, certificate: Certificate): Promise<boolean> {
  if (candidate === certificate) return false;
  if (!equalBytes(candidate.subject.bytes, certificate.issuer.bytes)) return false;

  const { publicKey } = candidate;
  const { signature, signedBytes } = certificate;
  const { name, hash } = readSignatureAlgorithm(certificate.signatureAlgorithm);
  if (!hash) throw new Refusal('unsupported_algorithm', 'A certificate names no hash for its signature.');
  return verifySignature({ publicKey, algorithm: { name, hash }, signature, signedBytes });
}
