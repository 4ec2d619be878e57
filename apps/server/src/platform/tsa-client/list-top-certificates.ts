import { X509Certificate } from 'node:crypto';
import { listTokenCertificates } from '@field-inspection/evidence';

/**
 * DER certificates of a token above which it holds no other: its root, or the highest one that the authority sent
 * along. Empty for what is no token. A listed certificate is not thereby trusted.
 */
export const listTopCertificates = (token: Uint8Array): Uint8Array[] => {
  const certificates = listTokenCertificates(token);
  return certificates
    .filter(({ der, issuer, subject }) =>
      issuer === subject ? isSignedByItself(der) : !certificates.some((other) => other.subject === issuer),
    )
    .map(({ der }) => der);
};

// Nobody vouches for a root, so it must verify by its own signature: it may have been damaged on its way.
const isSignedByItself = (der: Uint8Array): boolean => {
  try {
    const certificate = new X509Certificate(der);
    return certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
};
