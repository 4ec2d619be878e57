import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDirection, showCode, showLine, showLines } from './show-text.ts';

describe('showLine', () => {
  it.each([
    ['what the fonts have stays', 'Żółw Ωμέγα Щит é Ș “q” – 3 mm²', 'Żółw Ωμέγα Щит é Ș “q” – 3 mm²'],
    [
      'markup stays as it is',
      '#read("/etc") $x$ *b* <a> @b `c` \\ // =',
      '#read("/etc") $x$ *b* <a> @b `c` \\ // =',
    ],
    ['an emoji is one sign', 'a 😀 b', 'a □ b'],
    ['a family is one sign, too', '👨‍👩‍👧!', '□!'],
    ['a flag is one sign', '🇮🇹.', '□.'],
    ['each Chinese character is a sign', '漢字', '□□'],
    ['a control is a sign', 'a\u0001b\u001bc', 'a□b□c'],
    ['an override is a sign', 'a\u202egnp.exe\u202c', 'a□gnp.exe□'],
    ['an isolate of the writer is a sign', 'a\u2067b\u2069', 'a□b□'],
    ['a lone surrogate is a sign', 'a\ud800b', 'a□b'],
    ['private use is a sign', 'a\ue000b', 'a□b'],
    ['marks of direction are left out', 'a\u200eb\u200fc\ufeff', 'abc'],
    ['a letter keeps its mark', 'e\u0301', 'e\u0301'],
    ['a mark of another script is a sign', 'a\u0e31', 'a□'],
    ['a mark without a letter is a sign', '\u0651\u202e\u05b8', '□□□'],
    ['a joiner without a letter is left out', '\u200d\u200ca', 'a'],
    ['a pile of marks is a sign', `a${'\u0301'.repeat(10_000)}`, 'a□'],
    ['lines and tabs become spaces', ' a\r\n\tb\u2028c ', 'a b c'],
  ])('%s', (_title, text, shown) => {
    expect(showLine(text)).toBe(shown);
  });

  it('sets right-to-left text apart, so that it does not turn what surrounds it', () => {
    expect(showLine('שרה כהן (2)')).toBe('\u2068שרה כהן (2)\u2069');
    expect(showLine('سارة')).toBe('\u2068سارة\u2069');
  });

  it('cuts what is longer than its place, and says so', () => {
    expect(showLine('ab cd ef', 5)).toBe('ab cd…');
    expect(showLine('x y '.repeat(100_000)).length).toBe(301);
  });

  it('lets a text without a space break, and a hyphen break by itself', () => {
    expect(showLine('x'.repeat(40))).toBe(`${'x'.repeat(10)}${`\u200b${'x'.repeat(10)}`.repeat(3)}`);
    expect(showLine('abcdefghi-'.repeat(10))).not.toContain('\u200b');
    expect(showLine('2026-'.repeat(10))).toBe('2026-\u200b'.repeat(9) + '2026-');
    expect(showLine('/'.repeat(40))).toBe('/\u200b'.repeat(39) + '/');
    expect(showLine('2026-11-26')).toBe('2026-11-26');
  });

  it('never breaks a hash, which is copied', () => {
    expect(showCode('0123456789abcdef'.repeat(4))).toBe('0123456789abcdef'.repeat(4));
  });

  it('shows what it showed the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = showCode(text);
        expect(showCode(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe('showLines', () => {
  it('keeps the lines, and one blank line of many', () => {
    expect(showLines('\n\na\r\n \n\n\nb\u2029c\n\n')).toEqual(['a', '', 'b', 'c']);
  });

  it.each([' ', '\t', '\u200b', '\u200e\ufeff', '\u00ad'])(
    'takes a line of %j for a blank one',
    (nothing) => {
      expect(showLines(`${nothing}\na\n${`${nothing}\n`.repeat(9)}b\n${nothing}`)).toEqual(['a', '', 'b']);
    },
  );

  it('keeps every word of a long text', () => {
    const words = Array.from({ length: 3000 }, (_, i) => `word${i}`).join(' ');
    expect(showLines(words)).toEqual([words]);
  });
});

it.each([
  ['2026: שלום', 'rtl'],
  ['هناك ABC', 'rtl'],
  ['ABC שלום', 'ltr'],
  ['', 'ltr'],
  ['123', 'ltr'],
] as const)('the direction of %j is %s', (line, direction) => {
  expect(findDirection(line)).toBe(direction);
});
