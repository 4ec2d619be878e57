import * as zlib from 'node:zlib';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { crc32 } from './crc32.ts';

it('is what zlib computes, in one go or in parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ maxLength: 100 }), (one, other) => {
      const both = Buffer.concat([one, other]);
      expect([crc32(both), crc32(other, crc32(one))]).toEqual([zlib.crc32(both), zlib.crc32(both)]);
    }),
  );
});
