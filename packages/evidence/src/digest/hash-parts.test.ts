import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { hashParts } from './hash-parts.ts';

it('is SHA-256, however the bytes are parted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), async (parts) => {
      async function* stream(): AsyncGenerator<Uint8Array> {
        yield* parts;
      }
      const expected = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
      expect(await hashParts(stream())).toBe(expected);
    }),
  );
});
