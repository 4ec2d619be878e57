import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personName, text, upTo, visibleText } from './text.ts';

test('takes a string exactly when it is short enough and PostgreSQL can hold it', () => {
  const anyString = fc.string({
    unit: fc.constantFrom('a', 'é', '🏠', '\u0001', '\ufffd', ' '),
    maxLength: 8,
  });
  const broken = fc.constantFrom('\u0000', '\ud800', '\udfff', '\udc00\ud800');
  const written = fc
    .tuple(anyString, fc.option(broken, { nil: '' }), anyString)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(written, (value) => {
      const holds = [...value].length <= 10 && !value.includes('\u0000') && value.isWellFormed();
      expect(text(10).safeParse(value).success).toBe(holds);
    }),
  );
});

test.each([['a\u0000b'], ['\ud800'], ['\udc00a'], ['a\udfff']])('%j is refused, with the reason', (value) => {
  expect(text(10).safeParse(value).error?.issues).toMatchObject([
    { message: 'must not contain U+0000 or a lone surrogate' },
  ]);
});

test.each([[''], [' '], ['Dach, Nordseite ✓'], ['🏠🏠'], ['\u0001\n\t'], ['\ufffe']])(
  '%j is taken unchanged',
  (value) => {
    expect(text(20).parse(value)).toBe(value);
  },
);

test('the length counts code points, as JSON Schema and PostgreSQL count it', () => {
  expect(text(2).safeParse('🏠🏠').success).toBe(true);
  expect(text(2).safeParse('🏠🏠🏠').success).toBe(false);
  expect(text(2).safeParse('abc').success).toBe(false);
});

test.each(['Ada Rossi', '  Ada', 'Ñandú', '李', "D'Angelo-Müller III.", '🏠', '👩‍🔧', 'می\u200cخواهم'])(
  '%j is a name',
  (value) => {
    expect(personName(20).parse(value)).toBe(value);
  },
);

test.each([
  '',
  '   ',
  '\u200b',
  ' \u200d\ufeff',
  'Ada\u202eissoR',
  'Ada\u2066',
  'Ada\u2028Rossi',
  'a\u0001',
  'a\nb',
  '\u0085',
  'a\u0000',
])('%j is no name: blank, or with what turns or hides other text', (value) => {
  expect(personName(20).safeParse(value).success).toBe(false);
});

test.each([
  ['', false],
  [' \n\u200b\ufeff', false],
  ['\u200bx', true],
  ['a\nb', true],
  ['👩‍🔧', true],
])('%j is seen: %s', (value, isSeen) => {
  expect(visibleText(20).safeParse(value).success).toBe(isSeen);
});

test('a string that is too long is told so, and no expression reads it', () => {
  const issues = upTo(3).regex(/^a+$/).safeParse('bbbb').error?.issues;
  expect(issues?.map(({ code }) => code)).toEqual(['too_big']);
});

// The same check in the plainest words; its cost grows with the square of the length.
const ONE_SEEN =
  // eslint-disable-next-line no-control-regex -- what a name may not have
  /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*[^\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069][^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;

test('a name is what has one character that is seen and none that is hidden, whichever characters there are', () => {
  const name = personName(9);
  for (let unit = 1; unit < 0xd800; unit++) judge(String.fromCharCode(unit));
  for (let unit = 0xe000; unit <= 0xffff; unit++) judge(String.fromCharCode(unit));

  function judge(mark: string): void {
    for (const value of [mark, `${mark}a`, `a${mark}`, ` ${mark} `, `\u200b${mark}\u200b`])
      if (name.safeParse(value).success !== ONE_SEEN.test(value)) expect.fail(JSON.stringify(value));
  }
});
