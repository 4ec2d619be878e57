import { X509Certificate } from 'node:crypto';

import { expect, it } from 'vitest';

import { readKnownTimestamp } from '../testing/known-timestamp/read-known-timestamp.ts';
import { listTokenCertificates } from './token.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it('lists what the token brought along, byte for byte, in its order', () => {
  const { token } = readKnownTimestamp();

  const certificates = listTokenCertificates(token);

  const parsed = certificates.map(({ der }) => new X509Certificate(der));
  expect(parsed.map(({ subject }) => subject)).toEqual(['C=IT\nCN=Unit', 'C=IT\nO=Foreign\nCN=Foreign root']);
  expect(parsed.map(({ raw }) => hex(raw))).toEqual(certificates.map(({ der }) => hex(der)));
  const [signer, root] = certificates;
  expect(certificates.map(({ isSigner }) => isSigner)).toEqual([true, false]);
  expect([signer?.issuer, root?.issuer]).toEqual([root?.subject, root?.subject]);
  expect(signer?.subject).not.toBe(root?.subject);
});

it('lists none of what is no token, or is cut off', () => {
  const { token } = readKnownTimestamp();

  expect(listTokenCertificates(new Uint8Array())).toEqual([]);
  for (let length = 1; length < token.length; length++)
    expect(listTokenCertificates(token.subarray(0, length))).toEqual([]);
});
