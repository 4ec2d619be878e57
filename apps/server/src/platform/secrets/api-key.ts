import { createHash } from 'node:crypto';
import type { Random } from './random.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'fis_';

/** `fis_`, 32 random base62 characters and 6 of checksum, so that a scanner can tell leaked keys. */
export const createApiKey = (random: Random): string => {
  const secret = Array.from({ length: 32 }, () => ALPHABET[random.below(62)]).join('');
  return PREFIX + secret + checksumOf(secret);
};

export const isWellFormedApiKey = (value: string): boolean => {
  const secret = /^fis_([0-9A-Za-z]{32})[0-9A-Za-z]{6}$/.exec(value)?.[1];
  return secret !== undefined && value.slice(PREFIX.length + 32) === checksumOf(secret);
};

const checksumOf = (secret: string): string => {
  let rest = createHash('sha256')
    .update(PREFIX + secret)
    .digest()
    .readUIntBE(0, 6);
  let text = '';
  for (let position = 0; position < 6; position++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};
