import {
  DIGITAL_SIGNATURE,
  findCertificateFault,
  isFor,
  NON_REPUDIATION,
  readBasicConstraints,
  readKeyUsage,
  type Purpose,
} from './certificate-rules.ts';
import type { Certificate } from './certificate.ts';
import {
  ADOBE_DOCUMENT_SIGNING,
  CLIENT_AUTHENTICATION,
  DOCUMENT_SIGNING,
  EMAIL_PROTECTION,
  KEY_USAGE,
  MICROSOFT_DOCUMENT_SIGNING,
} from './oids.ts';

/**
 * Before RFC 9336 there was no common purpose: signers' certificates have that of e-mail, logging in, a vendor, or
 * none. A certificate for servers, code or timestamps alone is not for documents.
 */
export const SIGNING_DOCUMENTS: Purpose = {
  name: 'signing documents',
  usages: [
    DOCUMENT_SIGNING,
    EMAIL_PROTECTION,
    CLIENT_AUTHENTICATION,
    ADOBE_DOCUMENT_SIGNING,
    MICROSOFT_DOCUMENT_SIGNING,
  ],
};

/**
 * A signer's key usage, if there, must be for signatures (ETSI EN 319 412-2, section 4.3.2), its purposes fit, and it
 * must be no authority's.
 *
 * @throws {Refusal} `malformed`
 */
export function isDocumentSigner(certificate: Certificate): boolean {
  const usage = certificate.extensions.has(KEY_USAGE) ? readKeyUsage(certificate) : DIGITAL_SIGNATURE;
  if ((usage & (DIGITAL_SIGNATURE | NON_REPUDIATION)) === 0) return false;
  return isFor(certificate, SIGNING_DOCUMENTS) && !readBasicConstraints(certificate).isAuthority;
}

/**
 * Refuses a certificate that was not valid at the time, or has an unknown part.
 *
 * @throws {Refusal} `not_valid_then`, `unsupported_certificate`
 */
export function checkCertificate(certificate: Certificate, at: number): void {
  const fault = findCertificateFault(certificate, at);
  if (fault) throw fault;
}
