import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outlineTexts } from './outline-texts.ts';

const outline = (text: string, point: { x?: number; y?: number; size?: number } = {}) =>
  outlineTexts([{ text, x: 0, y: 0, size: 100, ...point }])[0]!;

const PATH_DATA = /^([MLQCZ]|-?\d+(\.\d{1,2})?| )*$/;

/** The letters of the 14 locales beyond a to z, and the signs of an inspection. */
const LETTERS = {
  de: 'ÄÖÜäöüßẞ',
  fr: 'ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»',
  it: 'ÀÈÉÌÒÙàèéìòù',
  es: 'ÁÉÍÑÓÚÜáéíñóúü¿¡',
  pl: 'ĄĆĘŁŃÓŚŹŻąćęłńóśźż„”',
  ro: 'ĂÂÎȘȚăâîșț',
  nl: 'ÉËÏéëïĲĳ',
  el: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
  hu: 'ÁÉÍÓÖŐÚÜŰáéíóöőúüű',
  pt: 'ÃÁÀÂÇÉÊÍÓÔÕÚãáàâçéêíóôõú',
  cs: 'ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž',
  sv: 'ÅÄÖåäö',
  bg: 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯабвгдежзийклмнопрстуфхцчшщъьюя№',
  signs: '0123456789 m² °C ± × ÷ € % ‰ – — … • § µ Ø',
};

test.each(Object.entries(LETTERS))('the font has every letter of %s', (_locale, letters) => {
  const characters = [...letters.replaceAll(' ', '')];
  const outlines = outlineTexts(characters.map((text) => ({ text, x: 0, y: 0, size: 100 })));
  expect(characters.filter((_, index) => !outlines[index] || outlines[index] === SIGN)).toEqual([]);
});

const SIGN = outline('□');

test.each(['\u3042', '\u6f22', '\u{1f3e0}', '👨‍👩‍👧', '\ue000', '\u0e01', '\u202e', '\u2067', '\ufffd'])(
  'what the fonts have no glyph for, or turns a text around, is the sign of reports: %j',
  (text) => {
    expect(SIGN).toMatch(/^M/);
    expect(outline(text)).toBe(SIGN);
    expect(outline(`a${text}b`)).toBe(outline('a□b'));
  },
);

test.each(['\u0000', '\u0001', '\u001f', '\ud800', '\udfff', '\ufffe', '\uffff'])(
  'what XML can not hold is the sign, and the rest is as it was: %j',
  (bad) => {
    expect(outline(`a${bad}b`)).toBe(outline('a□b'));
  },
);

test.each([...'אשتق→■²'])('what any of our fonts has is drawn: %s', (text) => {
  expect(outline(text)).toMatch(/^M/);
  expect(outline(text)).not.toBe(SIGN);
});

test('Hebrew and Arabic stand from right to left, and what is set between them is where it belongs', () => {
  for (const [first, then] of ['אש', 'דב', 'ש²', 'ر²', 'ש□', 'ש→'].map(([...pair]) => pair)) {
    expect(outline(`${first}${then}`).startsWith(outline(then!))).toBe(true);
  }
  for (const [first, then] of ['ab', 'a²', 'a□', 'a→'].map(([...pair]) => pair)) {
    expect(outline(`${first}${then}`).startsWith(outline(first!))).toBe(true);
  }
});

test('a letter of another font leaves the font of those beside it', () => {
  expect(outline('a□')).toBe(outline('a') + outline('□', { x: 56.1 }));
  expect(outline('□a')).toBe(outline('□') + outline('a', { x: 60 }));
});

test.each([
  '&amp;',
  '&#60;',
  '<b>x</b>',
  ']]>',
  '<!--',
  '"\'',
  '<?xml?>',
  '&undefined;',
  '</text><image href="x"/>',
])('markup is drawn letter by letter: %s', (markup) => {
  const apart = outlineTexts([...markup].map((text) => ({ text, x: 0, y: 0, size: 100 })));
  const contours = (data: string) => data.split('M').length - 1;
  const counted = apart.map(contours).reduce((sum, count) => sum + count, 0);
  expect(contours(outline(markup))).toBe(counted);
});

test('lines stand below one another, whichever way they are broken', () => {
  const lower = outline('b', { y: 136.2 });
  for (const breaking of ['\n', '\r\n', '\r', '\u2028', '\u2029']) {
    expect(outline(`a${breaking}b`)).toBe(outline('a') + lower);
  }
  expect(outline('a\n\nb')).toBe(outline('a') + outline('b', { y: 272.4 }));
});

test('spaces are kept as they were written', () => {
  expect(outline('a  b')).not.toBe(outline('a b'));
  expect(outline('  a')).not.toBe(outline('a'));
});

test('texts keep their order, and one that shows nothing is empty', () => {
  const point = { x: 0, y: 0, size: 100 };
  const texts = ['b', '', 'a', ' ', '\u200e', 'b\nb'].map((text) => ({ text, ...point }));
  expect(outlineTexts(texts)).toEqual([outline('b'), '', outline('a'), '', '', outline('b\nb')]);
  expect(outlineTexts([])).toEqual([]);
});

test('any text at all is path data and nothing else, twice the same', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const placed = texts.map((each, index) => ({ text: each, x: index * 7.3, y: -index, size: 10 }));
      const outlines = outlineTexts(placed);
      expect(outlines).toHaveLength(texts.length);
      for (const data of outlines) expect(data).toMatch(PATH_DATA);
      expect(outlineTexts(placed)).toEqual(outlines);
    }),
    { numRuns: 200 },
  );
});
