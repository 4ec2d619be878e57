import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCappedBody } from './exchange-request.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('createCappedBody', () => {
  it('keeps all of a body that fits, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !/[\0\uFEFF]/.test(text))),
        (parts) => {
          const body = createCappedBody(10_000);
          for (const byte of bytes(parts.join(''))) expect(body.push(Uint8Array.of(byte))).toBe(true);
          expect(body.excerpt()).toBe(parts.join(''));
        },
      ),
    );
  });

  it('says when something was left out, and not before', () => {
    const body = createCappedBody(4);
    expect(body.push(bytes('ab'))).toBe(true);
    expect(body.push(bytes('cd'))).toBe(true);
    expect(body.push(bytes('e'))).toBe(false);
    expect(body.excerpt()).toBe('abcd');
  });

  it('never gives more than the cap in UTF-8, nor what PostgreSQL refuses', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.integer({ min: 1, max: 32 }), (chunk, maxBytes) => {
        const body = createCappedBody(maxBytes);
        body.push(chunk);
        const excerpt = body.excerpt();
        expect(bytes(excerpt).length).toBeLessThanOrEqual(maxBytes);
        expect(excerpt).not.toContain('\0');
        expect(excerpt.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves out a character that the cap cuts, and replaces bytes that are not UTF-8', () => {
    const cut = createCappedBody(4);
    cut.push(bytes('abc€'));
    expect(cut.excerpt()).toBe('abc');

    const broken = createCappedBody(16);
    broken.push(Uint8Array.of(0x61, 0xff, 0x00, 0x62));
    expect(broken.excerpt()).toBe('a\uFFFD\uFFFDb');
  });

  it('is empty when nothing came', () => {
    expect(createCappedBody(16).excerpt()).toBe('');
  });
});
