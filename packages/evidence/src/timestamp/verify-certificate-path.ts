import { equalBytes } from './der/equal-bytes.ts';
import { findAuthorityFault } from './find-authority-fault.ts';
import { describeCertificate } from './describe-certificate.ts';
import { linkCertificates, type CertificateLinks } from './link-certificates.ts';
import type { Certificate } from './read-certificate.ts';
import { Refusal } from './refusal.ts';

/**
 * Finds the path from the signer's certificate to a root that was valid at the token's time, and returns it without
 * the root, the signer first. Every other certificate of the token must belong to it: it leads to a root too, and it
 * issued another one of the token. So no bit of a token goes unproven, and nothing can be added to it.
 *
 * @throws {Refusal} `untrusted`, `unexpected_certificate`, and what else a certificate is refused for
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function verifyCertificatePath(given: {
  signer: Certificate;
  certificates: readonly Certificate[];
  roots: readonly Certificate[];
  genTime: number;
}): Promise<readonly Certificate[]> {
  const { signer, roots, genTime } = given;
  // A root that is in the token too is that root; but the signer stands for itself, given as a root by mistake or not.
  const certificates = given.certificates.map((certificate) => {
    if (certificate === signer) return signer;
    return roots.find(({ bytes }) => equalBytes(bytes, certificate.bytes)) ?? certificate;
  });
  const links = await linkCertificates(certificates, roots);
  const path = findPath({ signer, roots, links, genTime });

  for (const certificate of certificates) {
    if (certificate === signer) continue;
    if (!leadsToRoot(certificate, { roots, links })) {
      throw unexpected(certificate, 'leads to none of the given roots: give the one that issued it, too');
    }
    if (![...links.values()].some((issuers) => issuers.includes(certificate))) {
      throw unexpected(certificate, 'issued no other certificate of the token');
    }
  }
  return path;
}

// Level by level, so that each certificate is reached by its shortest path, and once: a token of cross-certificates
// for one key has more paths than can be tried.
function findPath(given: {
  signer: Certificate;
  roots: readonly Certificate[];
  links: CertificateLinks;
  genTime: number;
}): Certificate[] {
  const { signer, roots, links, genTime } = given;
  const seen = new Set([signer]);
  let firstFault: Refusal | undefined;

  for (let paths = [[signer]]; paths.length > 0;) {
    const longer: Certificate[][] = [];
    for (const path of paths) {
      for (const issuer of links.get(path.at(-1)!) ?? []) {
        if (seen.has(issuer)) continue;
        const fault = findAuthorityFault(issuer, { below: path, genTime });
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
    `${describeCertificate(certificate)}, in the token, ${reason}.`,
  );
}
