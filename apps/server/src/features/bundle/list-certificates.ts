import { type CertificateChoices, ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';

/** The certificates in a timestamp token as PEM: what openssl wants beside it. */
export const listCertificates = (token: Uint8Array): string => {
  const { content } = AsnConvert.parse(token, ContentInfo);
  const { certificates } = AsnConvert.parse(content, SignedData);
  return [...(certificates ?? [])].map(toPem).join('');
};

const toPem = ({ certificate }: CertificateChoices): string => {
  if (!certificate) return '';
  const lines =
    Buffer.from(AsnConvert.serialize(certificate))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};
