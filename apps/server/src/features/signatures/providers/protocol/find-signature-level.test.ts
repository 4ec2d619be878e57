import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeName, signCertificate, validFor } from '../../../../demo/authority/sign-certificate.ts';
import { createTestSigner } from '../../../../testing/create-test-seal.ts';
import { findSignatureLevel } from '../csc/read-credential.ts';
import { QcStatements } from './testing/qc-statements.ts';

/** ETSI EN 319 412-5, each as DER. */
const COMPLIANCE = '3008060604008e460101';
const DEVICE = '3008060604008e460104';
const FOR_SIGNATURES = '3013060604008e4601063009060704008e46010601';
const FOR_SEALS = '3013060604008e4601063009060704008e46010602';

const certify = (...statements: string[]): Uint8Array => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = makeName('Ada Rossi');
  const content = new QcStatements(statements.map((hex) => new Uint8Array(Buffer.from(hex, 'hex')).buffer));
  const extensions = [{ oid: '1.3.6.1.5.5.7.1.3', critical: false, content }];
  const order = { subject: name, publicKey, extensions, validity: validFor(10) };
  return new Uint8Array(new X509Certificate(signCertificate(order, { name, key: privateKey })).raw);
};

describe('the level of a signature', () => {
  it('is qualified when the certificate states that it and the device of its key are', () => {
    expect(findSignatureLevel(certify(COMPLIANCE, DEVICE))).toBe('QES');
    expect(findSignatureLevel(certify(DEVICE, FOR_SIGNATURES, COMPLIANCE))).toBe('QES');
  });

  it('is advanced when it states less, or is for something else', () => {
    for (const stated of [[], [COMPLIANCE], [DEVICE], [COMPLIANCE, DEVICE, FOR_SEALS]]) {
      expect(findSignatureLevel(certify(...stated))).toBe('AES');
    }
    expect(findSignatureLevel(createTestSigner('P-256').certificates[0]!)).toBe('AES');
  });
});
