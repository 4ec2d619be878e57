import { createPublicKey, generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { createAuthority, generateKeys } from '../testing/create-authority.ts';
import { issueCertificate, writeBasicConstraints, writeKeyUsage } from '../testing/issue-certificate.ts';
import { createSigner } from '../testing/sign-pdf.ts';
import { describeSigner } from './describe-signer.ts';

describe('describeSigner', () => {
  it('says whose the certificate is, what for, and when', async () => {
    const { certificates } = await createSigner();

    expect(describeSigner(certificates[0]!)).toEqual({
      subject: 'CN=Test unit',
      kind: null,
      is_for_documents: true,
      not_before: '2020-01-01T00:00:00.000Z',
      not_after: '2049-12-31T23:59:59.000Z',
    });
  });

  it('tells those that are not for documents: of an authority, for timestamps, for encryption', async () => {
    const tsa = await createAuthority();
    const [encryption, authority] = await Promise.all([
      createSigner({ signer: { extensions: [writeKeyUsage(0x20)] } }),
      createSigner({
        signer: { extensions: [writeKeyUsage(0x84), writeBasicConstraints({ isAuthority: true })] },
      }),
    ]);

    for (const { certificates } of [tsa, encryption, authority]) {
      expect(describeSigner(certificates[0]!).is_for_documents).toBe(false);
    }
  });

  it('invalid_signer: what is no certificate, or has a weak key', async () => {
    const { privateKey } = await generateKeys('P-256');
    const weak = createPublicKey(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
    const publicKey = weak.toCryptoKey({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, true, ['verify']);
    const names = { subject: 'Weak', issuer: 'Weak' };
    const certificate = await issueCertificate({ ...names, publicKey, issuerKey: privateKey });

    for (const bytes of [new Uint8Array(), Uint8Array.of(0x30, 0), certificate]) {
      expect(() => describeSigner(bytes)).toThrowError(expect.objectContaining({ code: 'invalid_signer' }));
    }
  });
});
