import { X509Certificate } from 'node:crypto';
import { listTokenCertificates } from '@field-inspection/evidence';

/**
 * The certificates of a token that no other of its certificates stands above, DER: its root, or the highest that the
 * authority sent along. None for what is no token. That a certificate is here says nothing of whom to trust.
 */
export const listTopCertificates = (token: Uint8Array): Uint8Array[] => {
  const certificates = listTokenCertificates(token);
  return certificates
    .filter(({ der, issuer, subject }) =>
      isSame(issuer, subject)
        ? isSignedByItself(der)
        : !certificates.some((other) => isSame(other.subject, issuer)),
    )
    .map(({ der }) => der);
};

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

// A root is believed as it is: one that was damaged on the way must not be.
const isSignedByItself = (der: Uint8Array): boolean => {
  try {
    const certificate = new X509Certificate(der);
    return certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
};
