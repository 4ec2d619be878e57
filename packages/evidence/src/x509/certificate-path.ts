import { equalBytes } from '../bytes.ts';
import { readSignatureAlgorithm } from './algorithms.ts';
import { describeCertificate, findAuthorityFault, type Purpose } from './certificate-rules.ts';
import type { Certificate } from './certificate.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { verifySignature } from './web-crypto.ts';

/** A certificate of a path, and the one above it. */
export type IssuedCertificate = { readonly certificate: Certificate; readonly issuer: Certificate };

/** The issuers of each certificate: those whose subject is its issuer and whose key signed it. */
type CertificateLinks = ReadonlyMap<Certificate, readonly Certificate[]>;

/**
 * Finds the path from the signer's certificate to a root that was valid at the time judged, and returns it without
 * the root, the signer first. Every other certificate that came with it must belong to it: it leads to a root too, and it
 * issued another one of them. So no bit of a token goes unproven, and nothing can be added to it.
 *
 * @throws {Refusal} `untrusted`, `unexpected_certificate`, and what else a certificate is refused for
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
  // A root that came along too is that root; but the signer stands for itself, given as a root by mistake or not.
  const certificates = given.certificates.map((certificate) => {
    if (certificate === signer) return signer;
    return roots.find(({ bytes }) => equalBytes(bytes, certificate.bytes)) ?? certificate;
  });
  const links = await linkCertificates(certificates, roots);
  const path = findPath({ signer, roots, links, at, purpose });

  for (const certificate of certificates) {
    if (certificate === signer) continue;
    if (!leadsToRoot(certificate, { roots, links })) {
      throw unexpected(certificate, 'leads to none of the given roots: give the one that issued it, too');
    }
    if (![...links.values()].some((issuers) => issuers.includes(certificate))) {
      throw unexpected(certificate, 'issued no other certificate that came along');
    }
  }
  return path;
}

/**
 * Each certificate of a path with its issuer: the next one, and for the last the root that issued it.
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`, `wrong_signature`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function listIssued(
  path: readonly Certificate[],
  roots: readonly Certificate[],
): Promise<IssuedCertificate[]> {
  const [root] = await findIssuers(path.at(-1)!, roots);
  return [...path.slice(1), ...(root ? [root] : [])].map((issuer, index) => {
    return { certificate: path[index]!, issuer };
  });
}

/**
 * Finds who issued whom, among the certificates that came along and the roots. Roots are believed and not linked upwards.
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`, `wrong_signature`
 * @throws {EvidenceError} `digest_unavailable`
 */
async function linkCertificates(
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

/**
 * Whether a certificate has issued another one: by its name and by its key. The one that is judged pays.
 *
 * @throws {Refusal} `malformed`, `unsupported_algorithm`, `wrong_signature`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function hasIssued(candidate: Certificate, certificate: Certificate): Promise<boolean> {
  if (candidate === certificate) return false;
  if (!equalBytes(candidate.subject.bytes, certificate.issuer.bytes)) return false;

  const { publicKey } = candidate;
  const { signature, signedBytes, budget } = certificate;
  const { name, hash } = readSignatureAlgorithm(certificate.signatureAlgorithm);
  if (!hash) throw new Refusal('unsupported_algorithm', 'A certificate names no hash for its signature.');
  return verifySignature({ publicKey, algorithm: { name, hash }, signature, signedBytes, budget });
}

// Level by level, so that each certificate is reached by its shortest path, and once: cross-certificates
// for one key have more paths than can be tried.
function findPath(given: {
  signer: Certificate;
  roots: readonly Certificate[];
  links: CertificateLinks;
  at: number;
  purpose: Purpose;
}): Certificate[] {
  const { signer, roots, links, at, purpose } = given;
  const seen = new Set([signer]);
  let firstFault: Refusal | undefined;

  for (let paths = [[signer]]; paths.length > 0;) {
    const longer: Certificate[][] = [];
    for (const path of paths) {
      for (const issuer of links.get(path.at(-1)!) ?? []) {
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

function leadsToRoot(
  certificate: Certificate,
  { roots, links }: { roots: readonly Certificate[]; links: CertificateLinks },
): boolean {
  const reached = new Set([certificate]);
  // A set goes on to what is added while it is read.
  for (const one of reached) for (const issuer of links.get(one) ?? []) reached.add(issuer);
  return roots.some((root) => reached.has(root));
}

function unexpected(certificate: Certificate, reason: string): Refusal {
  return new Refusal(
    'unexpected_certificate',
    `${describeCertificate(certificate)}, which came along, ${reason}.`,
  );
}
