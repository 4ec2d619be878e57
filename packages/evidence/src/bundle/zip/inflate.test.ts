import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openBudget } from '../../step-budget.ts';
import { inflate } from './inflate.ts';

function unpack(bytes: Uint8Array): Buffer {
  return Buffer.concat([...inflate(bytes, { path: 'file', budget: openBudget() })]);
}

/** Gives undefined where zlib refuses, or leaves bytes over. */
function unpackWithZlib(bytes: Uint8Array): Buffer | undefined {
  try {
    const { buffer, engine } = inflateRawSync(bytes, { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten === bytes.length ? buffer : undefined;
  } catch {
    return undefined;
  }
}

function tryUnpack(bytes: Uint8Array): Buffer | undefined {
  try {
    return unpack(bytes);
  } catch (error) {
    expect(error).toMatchObject({ fault: { place: 'file', code: 'corrupt_file' } });
    return undefined;
  }
}

const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;

/** Uses all that zlib has: stored, fixed and dynamic blocks, short and long references. */
const deflated = fc
  .record({
    words: fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 60 }),
    repeats: fc.integer({ min: 1, max: 30 }),
    level: fc.integer({ min: 0, max: 9 }),
    memLevel: fc.integer({ min: 1, max: 9 }),
    strategy: fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE),
  })
  .map(({ words, repeats, ...options }) => {
    const plain = Buffer.concat(Array(repeats).fill(Buffer.concat(words)));
    return { plain, bytes: new Uint8Array(deflateRawSync(plain, options)) };
  });

describe('inflate', () => {
  it('gives back what zlib has deflated, however it did', () => {
    fc.assert(
      fc.property(deflated, ({ plain, bytes }) => {
        expect(unpack(bytes).equals(plain)).toBe(true);
      }),
    );
  });

  it.each([0, 1, 6, 9])('beyond its window too, at level %i, in parts of at most 128 KiB', (level) => {
    const plain = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) >> 7));
    const parts = [
      ...inflate(new Uint8Array(deflateRawSync(plain, { level })), { path: 'file', budget: openBudget() }),
    ];

    expect(Buffer.concat(parts).equals(plain)).toBe(true);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(128 * 1024);
  });

  it('takes and refuses what zlib does, whatever bit is flipped and wherever it is cut', () => {
    const verdicts = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(deflated, fc.nat(), fc.boolean(), ({ bytes }, at, isCut) => {
        const changed = bytes.slice(0, isCut ? at % bytes.length : bytes.length);
        if (!isCut) changed[(at >> 3) % bytes.length]! ^= 1 << (at & 7);
        const theirs = unpackWithZlib(changed);
        const ours = tryUnpack(changed);

        expect(ours?.toString('hex')).toBe(theirs?.toString('hex'));
        verdicts[theirs ? 'taken' : 'refused'] += 1;
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(50);
  });

  it('takes and refuses what zlib does of random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(tryUnpack(bytes)?.toString('hex')).toBe(unpackWithZlib(bytes)?.toString('hex'));
      }),
      { numRuns: 5_000 },
    );
  });

  it('refuses bytes after the end, which some runtimes pass over', () => {
    expect(tryUnpack(Uint8Array.from([...deflateRawSync('text'), 0]))).toBeUndefined();
  });
});
