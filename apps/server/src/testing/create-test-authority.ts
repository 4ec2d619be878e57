import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as asn1 from '@peculiar/asn1-x509';
import { makeName, signCertificate, type ExtensionContent } from '../demo/authority/sign-certificate.ts';

export type TestCertificate = { cert: string; key: string };

export type TestAuthority = {
  ca: string;
  /** The authority's own, to be misused as a server's: self-signed. */
  self: TestCertificate;
  /** For localhost, unless another name is given. */
  issue: (validity?: Partial<Validity>, name?: string) => TestCertificate;
};

type Validity = { notBefore: string; notAfter: string };

/** Issues certificates that no honest authority does. */
export const createTestAuthority = (): TestAuthority => {
  const name = makeName('Test authority');
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sign = (
    subject: asn1.Name,
    { publicKey, extension }: { publicKey: KeyObject; extension: ExtensionContent },
    { notBefore = '2020-01-01', notAfter = '2100-01-01' }: Partial<Validity> = {},
  ): string => {
    const validity = { notBefore: new Date(notBefore), notAfter: new Date(notAfter) };
    const request = { subject, publicKey, extensions: [extension], validity };
    return signCertificate(request, { name, key: own.privateKey });
  };
  const ca = sign(name, { publicKey: own.publicKey, extension: OF_AN_AUTHORITY });
  return {
    ca,
    self: { cert: ca, key: exportKey(own.privateKey) },
    issue: (validity, dNSName = 'localhost') => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const cert = sign(makeName('receiver'), { publicKey, extension: nameHost(dNSName) }, validity);
      return { cert, key: exportKey(privateKey) };
    },
  };
};

const OF_AN_AUTHORITY = {
  oid: asn1.id_ce_basicConstraints,
  critical: true,
  content: new asn1.BasicConstraints({ cA: true }),
};
const nameHost = (dNSName: string) => ({
  oid: asn1.id_ce_subjectAltName,
  critical: false,
  content: new asn1.SubjectAlternativeName([
    new asn1.GeneralName({ dNSName }),
    new asn1.GeneralName({ iPAddress: '127.0.0.1' }),
  ]),
});

const exportKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
