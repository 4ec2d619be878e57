import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { makeName, signCertificate, validFor } from '../../../demo/authority/sign-certificate.ts';

/** Makes a certificate that signs itself, as those of providers do. */
export const makeCertificate = (days = 365): { pem: string; key: KeyObject } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = makeName('Provider');
  const pem = signCertificate(
    { subject, publicKey, extensions: [], validity: validFor(days) },
    { name: subject, key: privateKey },
  );
  return { pem, key: privateKey };
};
