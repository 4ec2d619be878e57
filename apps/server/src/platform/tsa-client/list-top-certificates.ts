import { X509Certificate } from 'node:crypto';
import { listTokenCertificates } from '@field-inspection/evidence';

/**
 * Lists the certificates of a token, in DER, above which it holds no other: its root, or the highest one that the
 * authority sent along. There are none when it is no token. A certificate that is listed here is not thereby trusted.
 */
export const listTopCertificates = (token: Uint8Array): Uint8Array[] => {
  const certificates = listTokenCertificates(token);
  return certificates
    .filter(({ der, issuer, subject }) =>
      issuer === subject ? isSignedByItself(der) : !certificates.some((other) => other.subject === issuer),
    )
    .map(({ der }) => der);
};

// A root must at least verify by its own signature, since nobody vouches for it: it may have been damaged on its way.
const isSignedByItself = (der: Uint8Array): boolean => {
  try {
    const certificate = new X509Certificate(der);
    return certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
};
