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
const salt = (length: number) => writeDer(CONTEXT[2], writeInteger(length));

describe('RSASSA-PSS', () => {
  it('is read with one hash, and a salt of its length', () => {
    expect(read([hash(SHA_256), mask(SHA_256), salt(32)])).toEqual({ name: 'RSA-PSS', hash: 'SHA-256' });
    expect(read([hash(SHA_384), mask(SHA_384), salt(48)])).toEqual({ name: 'RSA-PSS', hash: 'SHA-384' });
  });

  it.each<[string, string, Parts]>([
    ['unsupported_algorithm', 'SHA-1', [hash(SHA_1), mask(SHA_1), salt(20)]],
    ['unsupported_algorithm', 'a mask of another hash', [hash(SHA_256), mask(SHA_384), salt(32)]],
    [
      'unsupported_algorithm',
      'a mask of another kind',
      [hash(SHA_256), writeDer(CONTEXT[1], writeHash(SHA_256)), salt(32)],
    ],
    ['unsupported_algorithm', 'a shorter salt', [hash(SHA_256), mask(SHA_256), salt(20)]],
    ['malformed', 'the default hash, which is SHA-1', [mask(SHA_256), salt(32)]],
    ['malformed', 'the default salt', [hash(SHA_256), mask(SHA_256)]],
    [
      'malformed',
      'a trailer',
      [hash(SHA_256), mask(SHA_256), salt(32), writeDer(CONTEXT[3], writeInteger(2))],
    ],
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
