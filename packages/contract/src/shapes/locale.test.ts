import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../vocabulary.ts';
import { Locale, LocaleInput } from './locale.ts';

test('there are 14 locales, each once, each a language that Intl knows', () => {
  expect(LOCALES).toHaveLength(14);
  expect(new Set(LOCALES).size).toBe(14);
  expect(Intl.DisplayNames.supportedLocalesOf([...LOCALES])).toEqual([...LOCALES]);
});

describe('LocaleInput', () => {
  test.each([...LOCALES])('%s stays as it is', (code) => {
    expect(LocaleInput.parse(code)).toBe(code);
  });

  test.each([
    ['pt-BR', 'pt'],
    ['de-CH-1996', 'de'],
    ['sr-Latn', undefined],
    ['EN-us', 'en'],
    ['el-Grek-GR', 'el'],
    ['en-x-private', 'en'],
  ])('%s becomes %s', (written, code) => {
    expect(LocaleInput.safeParse(written).data).toBe(code);
  });

  test.each([
    ['xx'],
    ['ja'],
    [''],
    ['d'],
    ['deu'],
    ['german'],
    ['de_DE'],
    ['de-'],
    ['-de'],
    ['de--AT'],
    [' de'],
    ['de '],
    ['de\n'],
    ['de-AT\u0000'],
    ['de-Österreich'],
    [`de-${'abcdefgh-'.repeat(4)}a`],
    ['en,de'],
    ['*'],
  ])('%j is refused', (written) => {
    expect(LocaleInput.safeParse(written).success).toBe(false);
  });

  test('says which locales there are', () => {
    expect(LocaleInput.safeParse('xx').error?.issues[0]?.message).toContain(LOCALES.join(', '));
  });

  test('whatever it takes becomes a supported locale that the text begins with', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[a-zA-Z]{2}(-[a-zA-Z0-9]{1,9}){0,3}$/)),
        (written) => {
          const { success, data } = LocaleInput.safeParse(written);
          if (success) expect(written.toLowerCase().startsWith(Locale.parse(data))).toBe(true);
        },
      ),
    );
  });

  test('takes exactly the variants whose language is supported', () => {
    const variant = fc.tuple(fc.stringMatching(/^[a-z]{2}$/), fc.stringMatching(/^[A-Z]{2}$/));
    fc.assert(
      fc.property(variant, ([language, region]) => {
        const supported = LOCALES.some((code) => code === language);
        expect(LocaleInput.safeParse(`${language}-${region}`).success).toBe(supported);
      }),
    );
  });
});

test('a response shows a supported code and no variant', () => {
  expect(Locale.safeParse('pt').success).toBe(true);
  expect(Locale.safeParse('pt-BR').success).toBe(false);
});
