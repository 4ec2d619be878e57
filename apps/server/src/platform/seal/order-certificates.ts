import { X509Certificate, type KeyObject } from 'node:crypto';

/** Each is issued by the next; the root is left out. Empty when no certificate is of the key. */
export const orderCertificates = (key: KeyObject, ders: readonly Uint8Array[]): X509Certificate[] => {
  const certificates = ders.map((der) => new X509Certificate(der));
  const own = certificates.find((certificate) => isOf(certificate, key));
  if (!own) return [];
  return listPath(own, certificates);
};

/** Each certificate is issued by the next; the root is left out. */
export const listPath = (own: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] => {
  const path = [own];
  for (let top = own; !isSignedByItself(top);) {
    const issuer = others.find((other) => !path.includes(other) && isIssuedBy(top, other));
    if (!issuer || isSignedByItself(issuer)) break;
    path.push(issuer);
    top = issuer;
  }
  return path;
};

/** A root, or a certificate that stands for itself. Not all of them may issue, so that isn't asked. */
export const isSignedByItself = (certificate: X509Certificate): boolean =>
  certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey);

export const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean => {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
};

const isOf = (certificate: X509Certificate, key: KeyObject): boolean => {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
};
