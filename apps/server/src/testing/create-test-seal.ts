import { generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import * as asn1 from '@peculiar/asn1-x509';
import { makeName, signCertificate, validFor } from '../demo/authority/sign-certificate.ts';
import { createSeal } from '../platform/seal/create-seal.ts';
import type { Seal } from '../platform/seal/seal.ts';

const KEYS = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'RSA-PSS': () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }),
};

export type TestSealKind = keyof typeof KEYS;
export type TestSigner = { key: KeyObject; certificates: Uint8Array[]; root: Uint8Array };

const { digitalSignature, nonRepudiation, keyCertSign, cRLSign } = asn1.KeyUsageFlags;

/** The key signs documents, under a root and an authority of its own; `root` is DER. */
export const createTestSigner = (
  kind: TestSealKind,
  name = makeName('Test seal', { organisation: 'Test organisation' }),
  { days = 1000 } = {},
): TestSigner => {
  const root = { name: makeName('Test root'), ...KEYS['P-256']() };
  const between = { name: makeName('Test authority'), ...KEYS['P-256']() };
  const own = { name, ...KEYS[kind]() };
  const issue = (subject: Named, issuer: Named, extensions = OF_AN_AUTHORITY) => {
    const order = {
      subject: subject.name,
      publicKey: subject.publicKey,
      extensions,
      validity: validFor(days),
    };
    const pem = signCertificate(order, { name: issuer.name, key: issuer.privateKey });
    return new Uint8Array(new X509Certificate(pem).raw);
  };
  return {
    key: own.privateKey,
    certificates: [issue(own, between, OF_A_SIGNER), issue(between, root)],
    root: issue(root, root),
  };
};

export const createTestPerson = (kind: TestSealKind = 'P-256', name = 'Ada Rossi'): TestSigner =>
  createTestSigner(kind, makeName(name, { pseudonym: name }));

export const createTestSeal = (kind: TestSealKind = 'P-256'): { seal: Seal; root: Uint8Array } => {
  const { key, certificates, root } = createTestSigner(kind);
  return { seal: createSeal({ key, certificates, demo: false }), root };
};

type Named = { name: asn1.Name; publicKey: KeyObject; privateKey: KeyObject };

const OF_AN_AUTHORITY = [
  { oid: asn1.id_ce_basicConstraints, critical: true, content: new asn1.BasicConstraints({ cA: true }) },
  { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(keyCertSign | cRLSign) },
];
const OF_A_SIGNER = [
  { oid: asn1.id_ce_basicConstraints, critical: true, content: new asn1.BasicConstraints() },
  { oid: asn1.id_ce_keyUsage, critical: true, content: new asn1.KeyUsage(digitalSignature | nonRepudiation) },
];
