import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { verifyCatalogues, type VerifyKey } from './verify-catalogues.ts';
import { writeText } from './write-text.ts';

const keys = Object.keys(verifyCatalogues.en) as VerifyKey[];
const translations = LOCALES.filter((locale) => locale !== 'en');

// A word that is the same in both languages is written down here; anything else is an untranslated text.
const SAME_AS_ENGLISH: Partial<Record<LocaleCode, VerifyKey[]>> = Object.fromEntries(
  (['de', 'it', 'es', 'pl', 'ro', 'nl', 'cs', 'sv'] as const).map((locale) => [locale, ['state.demo']]),
);

const listValues = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(translations)('catalogue %s', (locale) => {
  it('has the texts of the English one, no more and no fewer, in the same order', () => {
    expect(Object.keys(verifyCatalogues[locale])).toEqual(keys);
  });

  it('asks for the same values as the English one, each once', () => {
    const listed = keys.map((key) => [key, listValues(verifyCatalogues[locale][key])]);
    expect(listed).toEqual(keys.map((key) => [key, listValues(verifyCatalogues.en[key])]));
  });

  it('repeats an English text only where the languages agree', () => {
    const same = keys.filter((key) => verifyCatalogues[locale][key] === verifyCatalogues.en[key]);
    expect(same).toEqual(SAME_AS_ENGLISH[locale] ?? []);
  });
});

describe.each(LOCALES)('catalogue %s', (locale) => {
  const language = { texts: verifyCatalogues[locale], tag: locale };

  it('writes every text in full', () => {
    const values = { name: 'a.pdf', number: 2, time: 'then', signer: 'somebody' };
    for (const key of keys) {
      const text = writeText(language, key, values);
      expect(text.trim(), key).toBe(text);
      expect(text, key).toMatch(/\p{L}/u);
      expect(text, key).not.toMatch(/[{}]|undefined| {2}/);
    }
  });

  it('ends sentences with a full stop, and headings without', () => {
    const isSentence = (key: VerifyKey) =>
      /^fault\.|\.lead$|^(un)?proven\.(?!heading)|^bundle\.intact\.(?!heading)|^failed\.(?!heading)/.test(
        key,
      );
    const wrong = keys.filter((key) => {
      const text = verifyCatalogues[locale][key];
      if (isSentence(key)) return !text.endsWith('.');
      return /heading$|^label\.|^state\.|^place\./.test(key) && text.endsWith('.');
    });
    expect(wrong).toEqual([]);
  });

  it('counts nothing within a sentence, where it would need a plural', () => {
    expect(keys.filter((key) => verifyCatalogues[locale][key].includes('{count}'))).toEqual([]);
  });

  it('mixes no two scripts in a word', () => {
    const mixed = keys.filter((key) =>
      /\p{sc=Latin}[\p{sc=Greek}\p{sc=Cyrillic}]|[\p{sc=Greek}\p{sc=Cyrillic}]\p{sc=Latin}/u.test(
        verifyCatalogues[locale][key],
      ),
    );
    expect(mixed).toEqual([]);
  });
});
