import { X509Certificate, type KeyObject } from 'node:crypto';
import { refuse } from '../refusal/refuse-answer.ts';
import { isTrustworthy } from './signature-algorithms.ts';

/**
 * Reads a certificate, as PEM or DER, whose key may sign. Its key is what is trusted: neither its issuer nor its time
 * says anything of a provider (SAML Metadata Interoperability 1.0, section 2.6.1).
 *
 * @throws {ProviderRefusal} unusable_certificate
 */
export const readCertificate = (certificate: string | Uint8Array): X509Certificate => {
  const { read, key } = parseCertificate(certificate);
  return isTrustworthy(key)
    ? read
    : refuse(
        'unusable_certificate',
        'A certificate of the provider has a weak key. RSA needs 2 048 to 8 192 bits, ECDSA the curve P-256 or P-384.',
      );
};

const parseCertificate = (certificate: string | Uint8Array): { read: X509Certificate; key: KeyObject } => {
  try {
    const read = new X509Certificate(certificate);
    return { read, key: read.publicKey };
  } catch (error) {
    return refuse('unusable_certificate', 'A certificate of the provider can not be read.', error);
  }
};
