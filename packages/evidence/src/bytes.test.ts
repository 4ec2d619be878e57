import fc from 'fast-check';
import { expect, it } from 'vitest';

import { concatBytes, decodeHex, encodeHex } from './bytes.ts';

it('writes hex as Node.js does, and reads it back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(encodeHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
      expect(decodeHex(encodeHex(bytes))).toEqual(bytes);
    }),
  );
});

it('joins bytes, in their order, into memory of their own', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      expect(Buffer.from(concatBytes(parts))).toEqual(Buffer.concat(parts));
    }),
  );

  const part = Uint8Array.of(1);
  const joined = concatBytes([part]);
  part[0] = 2;
  expect(joined).toEqual(Uint8Array.of(1));
});
