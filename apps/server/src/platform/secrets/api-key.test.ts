import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiKey, isWellFormedApiKey } from './api-key.ts';
import { systemRandom } from './random.ts';

const BASE62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

const anyKey = fc.array(fc.integer({ min: 0, max: 61 }), { minLength: 32, maxLength: 32 }).map((digits) => {
  const rest = [...digits];
  return createApiKey({ ...systemRandom, below: () => rest.shift()! });
});

describe('createApiKey', () => {
  it('makes fis_, 32 random base62 characters and 6 of checksum', () => {
    expect(createApiKey(systemRandom)).toMatch(/^fis_[0-9A-Za-z]{38}$/);
  });

  it('takes every one of the 32 characters from the random source', () => {
    const asked: number[] = [];
    createApiKey({ ...systemRandom, below: (max) => asked.push(max) % 62 });
    expect(asked).toEqual(Array.from({ length: 32 }, () => 62));
  });

  it('makes the same checksum for ever: scanners know it', () => {
    expect(createApiKey({ ...systemRandom, below: () => 0 })).toBe(`fis_${'0'.repeat(32)}Hj2Luo`);
  });
});

describe('isWellFormedApiKey', () => {
  it('takes every key that was made', () => {
    fc.assert(fc.property(anyKey, (key) => isWellFormedApiKey(key)));
  });

  it('refuses a key with any one character changed', () => {
    const changed = fc.tuple(anyKey, fc.integer({ min: 0, max: 41 }), fc.constantFrom(...BASE62));
    fc.assert(
      fc.property(changed, ([key, place, character]) => {
        fc.pre(key[place] !== character);
        return !isWellFormedApiKey(key.slice(0, place) + character + key.slice(place + 1));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['nothing', () => ''],
    ['a cut key', (key: string) => key.slice(0, -1)],
    ['a longer key', (key: string) => `${key}0`],
    ['a line end after it', (key: string) => `${key}\n`],
    ['a space before it', (key: string) => ` ${key}`],
    ['another prefix', (key: string) => key.replace('fis_', 'sk_')],
    ['ten thousand characters', (key: string) => key.repeat(240)],
  ])('refuses %s', (_, change) => {
    expect(isWellFormedApiKey(change(createApiKey(systemRandom)))).toBe(false);
  });
});
