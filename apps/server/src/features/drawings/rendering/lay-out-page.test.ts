import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutPage, wrapStamp } from './lay-out-page.ts';
import { outlineTexts } from './outline-texts.ts';

test('a hash stays on one line', () => {
  expect(wrapStamp(`SHA-256 ${'0123456789abcdef'.repeat(4)}`)).toHaveLength(1);
});

test('a line break in a reference does not make a line that looks like the time', () => {
  expect(wrapStamp('RFX-1\n2020-01-01T00:00:00.000Z')).toEqual(['RFX-1 2020-01-01T00:00:00.000Z']);
});

test('no letter is lost, and every line fits the page', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'WM@mwilQ%0aЩЖΩŒ–. '), maxLength: 200 });
  const { width, stamp } = layOutPage({ width: 1280, height: 720 }, 1);
  fc.assert(
    fc.property(letters, (text) => {
      const lines = wrapStamp(text);
      expect(lines.join('')).toBe(text.replace(/\s+/g, ' '));
      const outlines = outlineTexts(lines.map((line) => ({ ...stamp, text: line })));
      const rightmost = outlines.flatMap((data) =>
        [...data.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map((pair) => Number(pair[1])),
      );
      expect(Math.max(0, ...rightmost)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 50 },
  );
});
