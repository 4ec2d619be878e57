import { equalBytes } from './der/equal-bytes.ts';
import { readOid } from './der/read-oid.ts';
import { describeCertificate } from './describe-certificate.ts';
import { findCertificateFault } from './find-certificate-fault.ts';
import { ANY_EXTENDED_KEY_USAGE, EXTENDED_KEY_USAGE, TIME_STAMPING } from './oids.ts';
import { readBasicConstraints } from './read-basic-constraints.ts';
import type { Certificate } from './read-certificate.ts';
import { readExtensionValue } from './read-extension-value.ts';
import { KEY_CERT_SIGN, readKeyUsage } from './read-key-usage.ts';
import { Refusal } from './refusal.ts';

/**
 * Why a certificate may not stand above `below`, a path from the signer upwards, in a path that was valid at
 * `genTime`: it must be an authority's by its basic constraints and its key usage (RFC 5280, sections 4.2.1.9 and
 * 4.2.1.3), must not be restricted to other purposes (section 4.2.1.12), and must allow as many levels as there are.
 * Roots are held to the same: a certificate given as a root by mistake issues nothing.
 */
export function findAuthorityFault(
  certificate: Certificate,
  { below, genTime }: { below: readonly Certificate[]; genTime: number },
): Refusal | undefined {
  const fault = findCertificateFault(certificate, genTime);
  if (fault) return fault;

  const { isAuthority, maxAuthoritiesBelow } = readBasicConstraints(certificate);
  if (!isAuthority || (readKeyUsage(certificate) & KEY_CERT_SIGN) === 0) {
    return new Refusal('not_an_authority', `${describeCertificate(certificate)} may not issue certificates.`);
  }
  if (!isForTimestamping(certificate)) {
    return new Refusal(
      'not_an_authority',
      `${describeCertificate(certificate)} may not issue them for timestamping.`,
    );
  }
  if (countAuthorities(below) > maxAuthoritiesBelow) {
    return new Refusal(
      'path_too_long',
      `${describeCertificate(certificate)} may not issue to so many levels.`,
    );
  }
  return undefined;
}

function isForTimestamping(certificate: Certificate): boolean {
  const purposes = readExtensionValue(certificate, EXTENDED_KEY_USAGE)?.children.map(readOid);
  return !purposes || purposes.includes(TIME_STAMPING) || purposes.includes(ANY_EXTENDED_KEY_USAGE);
}

// RFC 5280, section 4.2.1.9: without the last certificate, and without those that an authority issued to itself.
function countAuthorities(path: readonly Certificate[]): number {
  return path.slice(1).filter(({ issuer, subject }) => !equalBytes(issuer.bytes, subject.bytes)).length;
}
