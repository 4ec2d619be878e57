import { constants, generateKeyPairSync, sign, type RSAPSSKeyPairKeyObjectOptions } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { readDer } from '../der/read-der.ts';
import { readPublicKey } from './algorithms.ts';
import { openBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { verifySignature } from './web-crypto.ts';

const signedBytes = new TextEncoder().encode('a report');

type Limit = { hashAlgorithm?: string; mgf1HashAlgorithm?: string };

function openKey(limit: Limit = {}) {
  const options: RSAPSSKeyPairKeyObjectOptions = { modulusLength: 2048, ...limit };
  const { publicKey, privateKey } = generateKeyPairSync('rsa-pss', options);
  const spki = readDer(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));
  const signBy = (hash: 'SHA-256' | 'SHA-384', saltLength: number = constants.RSA_PSS_SALTLEN_DIGEST) => {
    const options = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
    return new Uint8Array(sign(hash.replace('-', ''), signedBytes, options));
  };
  return { spki, signBy };
}

const LIMIT = { hashAlgorithm: 'sha384', mgf1HashAlgorithm: 'sha384' };

describe('a key that is for RSASSA-PSS alone', () => {
  it('verifies what it signed by RSASSA-PSS, and nothing else', async () => {
    const { spki: publicKey, signBy } = openKey();
    const given = { publicKey, signature: signBy('SHA-256'), signedBytes, budget: openBudget() };

    expect(readPublicKey(publicKey)).toEqual({ kind: 'RSA', pss: {} });
    expect(await verifySignature({ ...given, algorithm: { name: 'RSA-PSS', hash: 'SHA-256' } })).toBe(true);
    expect(await verifySignature({ ...given, algorithm: { name: 'RSA-PSS', hash: 'SHA-384' } })).toBe(false);
    const old = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
    expect(await verifySignature({ ...given, algorithm: old })).toBe(false);
    const other = { ...given, signedBytes: signedBytes.slice(1) };
    expect(await verifySignature({ ...other, algorithm: { name: 'RSA-PSS', hash: 'SHA-256' } })).toBe(false);
  });

  it('verifies by the length of salt that the signature names, and by no other', async () => {
    const { spki: publicKey, signBy } = openKey();
    for (const saltLength of [0, 20, 64]) {
      const signature = signBy('SHA-256', saltLength);
      const given = { publicKey, signature, signedBytes, budget: openBudget() };
      const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' } as const;

      expect(await verifySignature({ ...given, algorithm: { ...algorithm, saltLength } })).toBe(true);
      expect(await verifySignature({ ...given, algorithm: { ...algorithm, saltLength: 33 } })).toBe(false);
      expect(await verifySignature({ ...given, algorithm })).toBe(false);
    }
  });

  it('verifies with the one hash that it is limited to', async () => {
    const { spki: publicKey, signBy } = openKey(LIMIT);
    const given = { publicKey, signature: signBy('SHA-384'), signedBytes, budget: openBudget() };

    expect(readPublicKey(publicKey)).toEqual({ kind: 'RSA', pss: { hash: 'SHA-384' } });
    expect(await verifySignature({ ...given, algorithm: { name: 'RSA-PSS', hash: 'SHA-384' } })).toBe(true);
    expect(await verifySignature({ ...given, algorithm: { name: 'RSA-PSS', hash: 'SHA-256' } })).toBe(false);
  });

  it('is refused when it is limited to SHA-1, or too short', () => {
    const weak = openKey({ hashAlgorithm: 'sha1', mgf1HashAlgorithm: 'sha1' }).spki;
    const { publicKey } = generateKeyPairSync('rsa-pss', { modulusLength: 1024 });
    const short = readDer(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));

    for (const key of [weak, short]) {
      expect(() => readPublicKey(key)).toThrowError(Refusal);
    }
  });
});
