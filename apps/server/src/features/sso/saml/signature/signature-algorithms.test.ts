import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { isTrustworthy } from './signature-algorithms.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const { n = '' } = publicKey.export({ format: 'jwk' });
const withExponent = (e: string) => createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });

/** An odd number of so many bits: a key need have no factors to be read. */
const withBits = (bits: number) => {
  const modulus = Buffer.alloc(bits / 8, 0xff);
  return createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }, format: 'jwk' });
};

it('a key of RSA has 2 048 to 8 192 bits', () => {
  expect([2_040, 2_048, 8_192, 8_200].map((bits) => isTrustworthy(withBits(bits)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('a key of RSA whose exponent is one signs nothing', () => {
  expect([isTrustworthy(withExponent('AQ')), isTrustworthy(withExponent('AQAB'))]).toEqual([false, true]);
});

it('keys for other things than RSA signatures and ECDSA are none', () => {
  const others = [
    generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }),
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  ];
  expect(others.map((pair) => isTrustworthy(pair.publicKey))).toEqual([false, false, false]);
});
