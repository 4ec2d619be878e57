import { listTokenCertificates } from '@field-inspection/evidence';

/** The certificates in a timestamp token as PEM: what openssl wants beside it. */
export const listCertificates = (token: Uint8Array): string =>
  listTokenCertificates(token)
    .map(({ der }) => toPem(der))
    .join('');

const toPem = (der: Uint8Array): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};
