import { describe, expect, it } from 'vitest';
import { decryptRc2 } from './decrypt-rc2.ts';

/** RFC 2268, section 5, those whose key has as many bytes as bits that count: key, plain text, cipher text. */
const VECTORS = [
  ['ffffffffffffffff', 'ffffffffffffffff', '278b27e42e2f0d49'],
  ['3000000000000000', '1000000000000001', '30649edf9be7d2c2'],
  ['88bca90e90875a7f0f79c384627bafb2', '0000000000000000', '2269552ab0f85ca6'],
] as const;

describe('decryptRc2', () => {
  it.each(VECTORS)('decrypts what RFC 2268 encrypts by %s', (key, plain, encrypted) => {
    // The vector before the first block is such that all of the block is padding, and then only its last byte.
    const iv = Buffer.from(plain, 'hex').map((byte) => byte ^ 8);
    const block = Buffer.from(encrypted, 'hex');
    expect(decryptRc2(block, { key: Buffer.from(key, 'hex'), iv })).toHaveLength(0);
    const other = Buffer.from(plain, 'hex').map((byte) => byte ^ 1);
    expect(decryptRc2(block, { key: Buffer.from(key, 'hex'), iv: other }).toString('hex')).toBe(
      '01'.repeat(7),
    );
  });

  it.each([0, 7, 9])('refuses %i bytes, which are not whole blocks', (length) => {
    const given = { key: Buffer.alloc(5), iv: Buffer.alloc(8) };
    expect(() => decryptRc2(Buffer.alloc(length), given)).toThrow(RangeError);
  });
});
