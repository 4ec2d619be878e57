import { createHash } from 'node:crypto';
import type { Random } from './random.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Tokens begin differently, so that a session's never passes for a key, nor the reverse. */
const PREFIXES = { key: 'fis_', session: 'fms_' } as const;

export type TokenKind = keyof typeof PREFIXES;

/** `fis_`, 32 random base62 characters and 6 of checksum, so that a scanner can tell leaked keys. */
export const createApiKey = (random: Random): string => createToken('key', random);

/** Only its cookie bears the token of a session. */
export const createSessionToken = (random: Random): string => createToken('session', random);

const createToken = (kind: TokenKind, random: Random): string => {
  const secret = Array.from({ length: 32 }, () => ALPHABET[random.below(62)]).join('');
  return PREFIXES[kind] + secret + checksumOf(PREFIXES[kind] + secret);
};

export const isWellFormedApiKey = (value: string): boolean => isWellFormed('key', value);

/** Tells whether a string has the form and the checksum of a token of that kind; no database is asked. */
export const isWellFormed = (kind: TokenKind, value: string): boolean =>
  /^f[im]s_[0-9A-Za-z]{38}$/.test(value) &&
  value.startsWith(PREFIXES[kind]) &&
  value.slice(-CHECKSUM_LENGTH) === checksumOf(value.slice(0, -CHECKSUM_LENGTH));

const CHECKSUM_LENGTH = 6;

const checksumOf = (text: string): string => {
  let rest = createHash('sha256').update(text).digest().readUIntBE(0, 6);
  let checksum = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    checksum = ALPHABET[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
};
