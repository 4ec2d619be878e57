import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { buildTimestampRequest } from './build-timestamp-request.ts';
import { readTimestampRequest } from '../authority/read-timestamp-request.ts';

const DIGEST = new Uint8Array(32).fill(0xab);

describe('buildTimestampRequest', () => {
  it('asks for SHA-256, with a nonce and the certificates, in the bytes of RFC 3161, section 2.4.1', () => {
    const nonce = Uint8Array.from([0x41, 2, 3, 4, 5, 6, 7, 8]);
    const { der } = buildTimestampRequest(DIGEST, { nonce, policy: '1.3.6.1.4.1.4146.2.3' });

    expect(Buffer.from(der).toString('hex')).toBe(
      '304e' +
        '020101' + // version 1
        '3031300d060960864801650304020105000420' +
        'ab'.repeat(32) +
        '06092b06010401a0320203' + // the policy
        '02084102030405060708' +
        '0101ff',
    );
  });

  it('makes any nonce one that has one spelling: positive, without a zero byte in front', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 20 }), (given) => {
        const before = [...given];
        const { der, nonce } = buildTimestampRequest(DIGEST, { nonce: given });

        expect(nonce[0]).toBeGreaterThanOrEqual(0x40);
        expect(nonce[0]).toBeLessThanOrEqual(0x7f);
        expect(nonce[0]! & 0x3f).toBe(given[0]! & 0x3f);
        expect(nonce.subarray(1)).toEqual(given.subarray(1));
        expect(readTimestampRequest(der).nonce).toEqual(Uint8Array.from([2, nonce.length, ...nonce]));
        expect([...given]).toEqual(before);
      }),
    );
  });

  it.each([
    [0x00, 0x40],
    [0x3f, 0x7f],
    [0x40, 0x40],
    [0x7f, 0x7f],
    [0x80, 0x40],
    [0xff, 0x7f],
  ])('turns a first byte of %i into %i', (first, expected) => {
    const given = Uint8Array.from([first, 0, 0, 0, 0, 0, 0, 0]);

    expect(buildTimestampRequest(DIGEST, { nonce: given }).nonce[0]).toBe(expected);
  });

  it.each<[string, Uint8Array, object]>([
    ['invalid_digest', new Uint8Array(20), { nonce: new Uint8Array(8) }],
    ['invalid_digest', new Uint8Array(64), { nonce: new Uint8Array(8) }],
    ['invalid_nonce', DIGEST, { nonce: new Uint8Array(7) }],
    ['invalid_nonce', DIGEST, { nonce: new Uint8Array(21) }],
    ['invalid_nonce', DIGEST, {}],
    ['invalid_policy', DIGEST, { nonce: new Uint8Array(8), policy: '' }],
    ['invalid_policy', DIGEST, { nonce: new Uint8Array(8), policy: '1.40.1' }],
    ['invalid_policy', DIGEST, { nonce: new Uint8Array(8), policy: '3.1' }],
    ['invalid_policy', DIGEST, { nonce: new Uint8Array(8), policy: '1.2.03' }],
    ['invalid_policy', DIGEST, { nonce: new Uint8Array(8), policy: '1.2.3\n' }],
  ])('refuses with %s', (code, digest, options) => {
    expect(() => buildTimestampRequest(digest, options as { nonce: Uint8Array })).toThrow(
      expect.objectContaining({ name: 'EvidenceError', code }),
    );
  });
});
