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
    if (roots.includes(certificate)) continue;

    const issuers: Certificate[] = [];
    for (const candidate of all) {
      if (await hasIssued(candidate, certificate)) issuers.push(candidate);
    }
    links.set(certificate, issuers);
  }
  return links;
}

async function hasIssued(candidate: Certificate, certificate: Certificate): Promise<boolean> {
  if (candidate === certificate) return false;
  if (!equalBytes(candidate.subject.bytes, certificate.issuer.bytes)) return false;

  const { publicKey } = candidate;
  const { signature, signedBytes } = certificate;
  const { name, hash } = readSignatureAlgorithm(certificate.signatureAlgorithm);
  if (!hash)
    throw new Refusal('unsupported_algorithm', 'A certificate does not say by which hash it was signed.');
  return verifySignature({ publicKey, algorithm: { name, hash }, signature, signedBytes });
}
