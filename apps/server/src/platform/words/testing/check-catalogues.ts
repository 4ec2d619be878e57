import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { formatSample, listArguments, listMissingForms } from './inspect-text.ts';

type Catalogues<Key extends string> = {
  catalogues: Record<LocaleCode, Record<Key, string>>;
  /** Words that are the same in both languages; all others are untranslated. */
  sameAsEnglish: Partial<Record<LocaleCode, Key[]>>;
};

/** The plural rules of the locales turn at these counts. */
export const COUNTS = [0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 100, 101, 1440, 1_000_000];

/** Every set of catalogues has to pass these tests, whatever its texts are for. */
export const checkCatalogues = <Key extends string>({ catalogues, sameAsEnglish }: Catalogues<Key>): void => {
  const keys = Object.keys(catalogues.en) as Key[];
  const translations = LOCALES.filter((locale) => locale !== 'en');
  describe.each(translations)('catalogue %s beside the English one', (locale) => {
    const texts = catalogues[locale];
    it('has its texts, no more and no fewer, in the same order', () => {
      expect(Object.keys(texts)).toEqual(keys);
    });

    it('asks for the same values', () => {
      const listed = keys.map((key) => [key, listArguments(locale, texts[key])]);
      expect(listed).toEqual(keys.map((key) => [key, listArguments('en', catalogues.en[key])]));
    });

    it('repeats a text only where the languages agree', () => {
      const same = keys.filter((key) => texts[key] === catalogues.en[key]);
      expect(same).toEqual(sameAsEnglish[locale] ?? []);
    });
  });
  describe.each(LOCALES)('catalogue %s', (locale) => checkTexts(locale, catalogues[locale]));
};

const checkTexts = (locale: LocaleCode, catalogue: Record<string, string>): void => {
  const texts = Object.entries(catalogue);
  it('has every plural form of the language', () => {
    expect(texts.flatMap(([, text]) => listMissingForms(locale, text))).toEqual([]);
  });

  it('formats every text in full, for every count', () => {
    for (const [key, text] of texts) {
      for (const count of COUNTS) {
        const formatted = formatSample(locale, text, count);
        expect(formatted.trim(), key).toBe(formatted);
        expect(formatted, key).toMatch(/\p{L}|№/u);
        expect(formatted, key).not.toMatch(/[{}#]|undefined| {2}/);
      }
    }
  });

  it('mixes no two scripts in a word', () => {
    const mixed = texts.filter(([, text]) =>
      /\p{sc=Latin}[\p{sc=Greek}\p{sc=Cyrillic}]|[\p{sc=Greek}\p{sc=Cyrillic}]\p{sc=Latin}/u.test(text),
    );
    expect(mixed).toEqual([]);
  });
};
