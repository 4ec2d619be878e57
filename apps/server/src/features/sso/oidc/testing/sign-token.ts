import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export type TestKey = { publicKey: KeyObject; privateKey: KeyObject; kid: string };

export const makeRsaKey = (kid: string, modulusLength = 2048): TestKey => ({
  ...generateKeyPairSync('rsa', { modulusLength }),
  kid,
});

export const makeEcKey = (kid: string): TestKey => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  kid,
});

/** The key as a provider shows it. */
export const showKey = ({ publicKey, kid }: TestKey): Record<string, unknown> => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
});

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token's header names any algorithm; the signature is by the key's own, or by a secret. */
export const signToken = (
  header: Record<string, unknown>,
  claims: unknown,
  key: TestKey | string | null,
): string => {
  const signed = `${encode(header)}.${encode(claims)}`;
  if (key === null) return `${signed}.`;
  if (typeof key === 'string') {
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  }
  const { privateKey } = key;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
};
