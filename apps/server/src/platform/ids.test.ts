import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIds, isUuid } from './ids.ts';
import { systemRandom } from './secrets/random.ts';

const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const idsAt = (ms: number) => createIds({ clock: { now: () => new Date(ms) }, random: systemRandom });

describe('createIds', () => {
  it('makes UUIDv7: 48 bits of milliseconds, version 7, variant 10 (RFC 9562, section 5.7)', () => {
    fc.assert(
      fc.property(anyTime, (ms) => {
        const id = idsAt(ms).next();
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(ms);
      }),
    );
  });

  it('makes ids that sort by their millisecond', () => {
    fc.assert(
      fc.property(anyTime, anyTime, (a, b) => {
        fc.pre(a !== b);
        expect(idsAt(a).next() < idsAt(b).next()).toBe(a < b);
      }),
    );
  });

  it('fills the other 74 bits at random: 10 000 ids of one millisecond all differ', () => {
    const ids = idsAt(1_794_321_000_000);
    expect(new Set(Array.from({ length: 10_000 }, () => ids.next())).size).toBe(10_000);
  });
});

describe('isUuid', () => {
  it('takes every id in either case', () => {
    fc.assert(fc.property(fc.uuid(), (id) => isUuid(id) && isUuid(id.toUpperCase())));
  });

  it.each([
    '',
    'x',
    '019a9f6e3c0a7bd28c115d2f0f6d9a01',
    '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01\n',
    '{019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01}',
    '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a0g',
  ])('refuses %j, which PostgreSQL would take or answer with an error', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
