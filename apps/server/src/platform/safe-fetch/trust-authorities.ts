import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/** Node's own roots, and with `ca` (PEM, one certificate or several) a private authority beside them. */
export const trustAuthorities = (ca?: string): SecureContext => {
  if (ca === undefined) return createSecureContext();
  // OpenSSL passes over what it can't read, and the receivers of that authority would fail one by one.
  const certificates = ca.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  if (certificates.length === 0) throw new Error('The CA file holds no PEM certificate.');
  const readable = certificates.map((pem) => new X509Certificate(pem).toString());
  return createSecureContext({ ca: [...getCACertificates('default'), ...readable] });
};
