import { describeCertificate } from './describe-certificate.ts';
import {
  BASIC_CONSTRAINTS,
  CERTIFICATE_POLICIES,
  EXTENDED_KEY_USAGE,
  KEY_USAGE,
  NAME_CONSTRAINTS,
  SUBJECT_ALTERNATIVE_NAME,
} from './oids.ts';
import type { Certificate } from './read-certificate.ts';
import { Refusal } from './refusal.ts';

// What is judged here, and what judges nothing without a policy asked for (RFC 5280, section 6.1.1, any-policy).
const UNDERSTOOD = new Set([
  BASIC_CONSTRAINTS,
  CERTIFICATE_POLICIES,
  EXTENDED_KEY_USAGE,
  KEY_USAGE,
  SUBJECT_ALTERNATIVE_NAME,
]);

/**
 * What is wrong with any certificate of a path, the signer's or an authority's: it was not valid at the token's time
 * (RFC 5280, section 6.1.3; not now: a token outlives its certificates), or it has a critical extension that is not
 * understood here (section 4.2), name constraints among them, critical or not.
 */
export function findCertificateFault(certificate: Certificate, genTime: number): Refusal | undefined {
  if (genTime < certificate.notBefore || genTime > certificate.notAfter) {
    return new Refusal(
      'not_valid_then',
      `${describeCertificate(certificate)} was not valid at the token's time.`,
    );
  }
  const isUnknown = [...certificate.extensions].some(([oid, { critical }]) => {
    return oid === NAME_CONSTRAINTS || (critical && !UNDERSTOOD.has(oid));
  });
  if (isUnknown) {
    return new Refusal(
      'unsupported_certificate',
      `${describeCertificate(certificate)} has a critical extension, or constraints, that are not understood here.`,
    );
  }
  return undefined;
}
