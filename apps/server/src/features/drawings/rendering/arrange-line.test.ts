import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeLine } from './arrange-line.ts';

const [SANS, ARABIC, HEBREW, MONO] = ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Mono'];

const arrange = (line: string) =>
  arrangeLine(line).map(({ family, text }) => [family, text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')]);

test.each<[string, [string, string][]]>([
  ['', [[SANS, '']]],
  ['Crack, 3 mm', [[SANS, 'Crack, 3 mm']]],
  ['a\tb', [[SANS, 'a    b']]],
  ['נזילה (3 מ״ר)!', [[HEBREW, 'נזילה (3 מ״ר)!']]],
  ['تسرب (3)', [[ARABIC, 'تسرب (3)']]],
  [
    'a 漢 b',
    [
      [SANS, 'a '],
      [MONO, '□'],
      [SANS, ' b'],
    ],
  ],
  [
    '\u202egnp.exe',
    [
      [MONO, '□'],
      [SANS, 'gnp.exe'],
    ],
  ],
  // Read from the right: the Hebrew, the sign, the Hebrew.
  [
    'נזילה 漢 גג',
    [
      [HEBREW, ' גג'],
      [MONO, '□'],
      [HEBREW, 'נזילה '],
    ],
  ],
  [
    'גג 12²',
    [
      [HEBREW, '12'],
      [SANS, '²'],
      [HEBREW, 'גג '],
    ],
  ],
  [
    'roof גג',
    [
      [SANS, 'roof '],
      [HEBREW, 'גג'],
    ],
  ],
])('%j is set from left to right as %j', (line, runs) => {
  expect(arrange(line)).toEqual(runs);
});

test('of a line nothing is lost and nothing is set twice, whatever is in it', () => {
  const line = fc.string({ unit: fc.constantFrom(...'ab1 (שג²□→تق漢.'), maxLength: 30 });
  const sort = (text: string) => [...text].sort().join('');
  fc.assert(
    fc.property(line, (text) => {
      const set = arrange(text).map(([, run]) => run);
      expect(sort(set.join(''))).toBe(sort(text.replaceAll('漢', '□')));
    }),
  );
});
