import { describe, expect, it } from 'vitest';

import { readDer } from '../der/read-der.ts';
import { CONTEXT, NULL, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid } from '../der/write-der.ts';
import { writeHash } from '../testing/forge-token.ts';
import { readSignatureAlgorithm } from './algorithms.ts';
import { MGF_1, RSA_PSS, SHA_1, SHA_256, SHA_384 } from './oids.ts';

type Parts = readonly Uint8Array[];

const read = (parts: Parts) =>
  readSignatureAlgorithm(readDer(writeDer(SEQUENCE, writeOid(RSA_PSS), writeDer(SEQUENCE, ...parts))));
const hash = (oid: string) => writeDer(CONTEXT[0], writeHash(oid));
const mask = (oid: string) => writeDer(CONTEXT[1], writeDer(SEQUENCE, writeOid(MGF_1), writeHash(oid)));
const trailer = (number: number) => writeDer(CONTEXT[3], writeInteger(number));
const salt = (length: number) => writeDer(CONTEXT[2], writeInteger(length));

describe('RSASSA-PSS', () => {
  it.each<[string, Parts, { hash: string; saltLength: number }]>([
    ['a salt of its length', [hash(SHA_256), mask(SHA_256), salt(32)], { hash: 'SHA-256', saltLength: 32 }],
    ['another hash', [hash(SHA_384), mask(SHA_384), salt(48)], { hash: 'SHA-384', saltLength: 48 }],
    ['the longest salt', [hash(SHA_256), mask(SHA_256), salt(222)], { hash: 'SHA-256', saltLength: 222 }],
    ['no salt', [hash(SHA_256), mask(SHA_256), salt(0)], { hash: 'SHA-256', saltLength: 0 }],
    ['the default salt', [hash(SHA_256), mask(SHA_256)], { hash: 'SHA-256', saltLength: 20 }],
    [
      'the defaults told',
      [hash(SHA_256), mask(SHA_256), salt(20), trailer(1)],
      { hash: 'SHA-256', saltLength: 20 },
    ],
  ])('is read with one hash, and %s', (_name, parts, expected) => {
    expect(read(parts)).toEqual({ name: 'RSA-PSS', ...expected });
  });

  it.each<[string, string, Parts]>([
    ['unsupported_algorithm', 'SHA-1', [hash(SHA_1), mask(SHA_1), salt(20)]],
    ['unsupported_algorithm', 'a mask of another hash', [hash(SHA_256), mask(SHA_384), salt(32)]],
    [
      'unsupported_algorithm',
      'a mask of another kind',
      [hash(SHA_256), writeDer(CONTEXT[1], writeHash(SHA_256)), salt(32)],
    ],
    ['unsupported_algorithm', 'a salt longer than a key', [hash(SHA_256), mask(SHA_256), salt(2000)]],
    ['malformed', 'the default hash, which is SHA-1', [mask(SHA_256), salt(32)]],
    ['malformed', 'the default mask, which is by SHA-1', [hash(SHA_256), salt(32)]],
    ['unsupported_algorithm', 'another trailer', [hash(SHA_256), mask(SHA_256), salt(32), trailer(2)]],
  ])('%s: with %s', (code, _name, parts) => {
    expect(() => read(parts)).toThrowError(expect.objectContaining({ code }));
  });

  it('unsupported_algorithm: without parameters', () => {
    for (const rest of [[], [writeDer(NULL)]]) {
      const node = readDer(writeDer(SEQUENCE, writeOid(RSA_PSS), ...rest));
      expect(() => readSignatureAlgorithm(node)).toThrowError(
        expect.objectContaining({ code: 'unsupported_algorithm' }),
      );
    }
  });
});
