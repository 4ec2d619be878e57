import { equalBytes } from '../bytes.ts';
import { isSameName } from './names.ts';
import { readSignatureAlgorithm } from './algorithms.ts';
import { describeCertificate, findAuthorityFault, type Purpose } from './certificate-rules.ts';
import type { Certificate } from './certificate.ts';
import { stepsToRead } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { verifySignature } from './web-crypto.ts';

export type IssuedCertificate = { readonly certificate: Certificate; readonly issuer: Certificate };

/**
 * Finds the path from the signer to a root that was valid at the time judged; gives it without the root, the signer
 * first. Unneeded certificates are ignored (RFC 5652, section 10.2.3), such as the root's by an older root.
 *
 * @throws {Refusal} `untrusted`, and what else a certificate is refused for
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function verifyCertificatePath(given: {
  signer: Certificate;
  certificates: readonly Certificate[];
  roots: readonly Certificate[];
  at: number;
  purpose: Purpose;
}): Promise<readonly Certificate[]> {
  const { signer, roots, at, purpose } = given;
  // A root that came along is that root; but a signer given as a root still stands for itself.
  const certificates = given.certificates.map((certificate) => {
    if (certificate === signer) return signer;
    return roots.find(({ bytes }) => equalBytes(bytes, certificate.bytes)) ?? certificate;
  });
  return findPath({ signer, roots, candidates: new Set([...certificates, ...roots]), at, purpose });
}

/**
 * Each certificate's issuer is the next one, and the last one's the root.
 *
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function listIssued(
  path: readonly Certificate[],
  roots: readonly Certificate[],
): Promise<IssuedCertificate[]> {
  const { issuers } = await findIssuers(path.at(-1)!, roots);
  const [root] = issuers;
  return [...path.slice(1), ...(root ? [root] : [])].map((issuer, index) => {
    return { certificate: path[index]!, issuer };
  });
}

/**
 * Finds the issuers of a certificate by name and key. A candidate of the right name may have an unknown or another key,
 * as after an authority changed its key; that is no fault as long as another candidate has issued the certificate.
 *
 * @throws {EvidenceError} `digest_unavailable`
 */
async function findIssuers(
  certificate: Certificate,
  candidates: Iterable<Certificate>,
): Promise<{ issuers: readonly Certificate[]; fault: Refusal | undefined }> {
  const issuers: Certificate[] = [];
  let fault: Refusal | undefined;
  for (const candidate of candidates) {
    try {
      if (await hasIssued(candidate, certificate)) issuers.push(candidate);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault ??= error;
    }
  }
  return { issuers, fault: issuers.length === 0 ? fault : undefined };
}

/**
 * Judges by name and key. The judged certificate's budget pays.
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`, `wrong_signature`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function hasIssued(candidate: Certificate, certificate: Certificate): Promise<boolean> {
  if (candidate === certificate) return false;
  const { signature, signedBytes, budget, issuer } = certificate;
  budget.spend(stepsToRead(candidate.subject.bytes.length + issuer.bytes.length));
  if (!isSameName(candidate.subject, issuer)) return false;

  const { publicKey } = candidate;
  const { hash, ...rest } = readSignatureAlgorithm(certificate.signatureAlgorithm);
  if (!hash) throw new Refusal('unsupported_algorithm', 'A certificate names no hash for its signature.');
  return verifySignature({ publicKey, algorithm: { ...rest, hash }, signature, signedBytes, budget });
}

// Level by level, so that each certificate is reached once, by its shortest path: cross-certificates for one key have
// too many paths. Nothing is looked up above a root.
async function findPath(given: {
  signer: Certificate;
  roots: readonly Certificate[];
  candidates: ReadonlySet<Certificate>;
  at: number;
  purpose: Purpose;
}): Promise<Certificate[]> {
  const { signer, roots, candidates, at, purpose } = given;
  const seen = new Set([signer]);
  let firstFault: Refusal | undefined;

  for (let paths = [[signer]]; paths.length > 0;) {
    const longer: Certificate[][] = [];
    for (const path of paths) {
      const found = await findIssuers(path.at(-1)!, candidates);
      firstFault ??= found.fault;
      for (const issuer of found.issuers) {
        if (seen.has(issuer)) continue;
        const fault = findAuthorityFault(issuer, { below: path, at, purpose });
        firstFault ??= fault;
        if (fault) continue;
        if (roots.includes(issuer)) return path;
        seen.add(issuer);
        longer.push([...path, issuer]);
      }
    }
    paths = longer;
  }
  throw (
    firstFault ?? new Refusal('untrusted', `${describeCertificate(signer)} leads to none of the given roots.`)
  );
}
