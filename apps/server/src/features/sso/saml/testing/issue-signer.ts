import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { makeName, signCertificate, validFor } from '../../../../demo/authority/sign-certificate.ts';

/** A key of a provider, and the certificate by which others know it. */
export type Signer = { key: KeyObject; certificate: string };

type Kind = 'P-256' | 'P-384' | 'P-521' | number;

/** A curve's name, or the bits of an RSA key. */
export const issueSigner = (kind: Kind = 2_048): Signer => {
  const { publicKey, privateKey } =
    typeof kind === 'number'
      ? generateKeyPairSync('rsa', { modulusLength: kind })
      : generateKeyPairSync('ec', { namedCurve: kind });
  const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = makeName('Provider of the tests');
  const certificate = signCertificate(
    { subject: name, publicKey, extensions: [], validity: validFor(365) },
    { name, key: issuer.privateKey },
  );
  return { key: privateKey, certificate };
};
