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
 * No one purpose was agreed on before RFC 9336: signers' certificates have that of e-mail, of logging in, of a vendor, or
 * none. One that is for servers, for code or for timestamps alone is not for documents.
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
 * True for a certificate for signing documents: by its key usage, which, if there, must be for signatures (ETSI EN 319
 * 412-2, section 4.3.2), by its purposes, and by not being an authority's.
 *
 * @throws {Refusal} `malformed`
 */
export function isDocumentSigner(certificate: Certificate): boolean {
  const usage = certificate.extensions.has(KEY_USAGE) ? readKeyUsage(certificate) : DIGITAL_SIGNATURE;
  if ((usage & (DIGITAL_SIGNATURE | NON_REPUDIATION)) === 0) return false;
  return isFor(certificate, SIGNING_DOCUMENTS) && !readBasicConstraints(certificate).isAuthority;
}

/**
 * Refuses a signer whose certificate was not valid at a time, or has a part that is not understood here.
 *
 * @throws {Refusal} `not_valid_then`, `unsupported_certificate`
 */
export function checkCertificate(certificate: Certificate, at: number): void {
  const fault = findCertificateFault(certificate, at);
  if (fault) throw fault;
}
