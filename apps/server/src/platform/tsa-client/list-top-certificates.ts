import { X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import type { Certificate } from '@peculiar/asn1-x509';

/**
 * The certificates of a token that no other of its certificates stands above, DER: its root, or the highest that the
 * authority sent along. None for what is no token. That a certificate is here says nothing of whom to trust.
 */
export const listTopCertificates = (token: Uint8Array): Uint8Array[] => {
  const certificates = readCertificates(token);
  return certificates
    .filter(({ der, issuer, subject }) =>
      issuer.equals(subject)
        ? isSignedByItself(der)
        : !certificates.some((other) => other.subject.equals(issuer)),
    )
    .map(({ der }) => der);
};

const readCertificates = (token: Uint8Array) => {
  try {
    const { content } = AsnConvert.parse(token, ContentInfo);
    const { certificates } = AsnConvert.parse(content, SignedData);
    return [...(certificates ?? [])].flatMap(({ certificate }) =>
      certificate ? [describe(certificate)] : [],
    );
  } catch {
    // What an authority sends may be anything; whoever verifies the token says what is wrong with it.
    return [];
  }
};

const describe = (certificate: Certificate) => ({
  der: toBytes(certificate),
  issuer: toBytes(certificate.tbsCertificate.issuer),
  subject: toBytes(certificate.tbsCertificate.subject),
});

const toBytes = (value: object): Buffer => Buffer.from(AsnConvert.serialize(value));

// A root is believed as it is: one that was damaged on the way must not be.
const isSignedByItself = (der: Buffer): boolean => {
  try {
    const certificate = new X509Certificate(der);
    return certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
};
