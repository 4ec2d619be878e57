import { LOCALES } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { formatSample } from '../../../platform/words/testing/inspect-text.ts';
import { verifyCatalogues, type VerifyKey } from '../../../http/pages/page-catalogues.ts';
import { writeText } from '../../../../../pages/src/verify/words/finding.ts';

checkCatalogues<VerifyKey>({
  catalogues: verifyCatalogues,
  sameAsEnglish: {
    de: ['state.demo'],
    it: ['state.demo'],
    es: ['state.demo'],
    pl: ['state.demo'],
    ro: ['state.demo'],
    nl: ['state.demo'],
    cs: ['state.demo'],
    sv: ['state.demo'],
  },
});

const keys = Object.keys(verifyCatalogues.en) as VerifyKey[];
const NAMES = ['name', 'number', 'time', 'signer'];
const SAMPLES = Object.fromEntries(NAMES.map((name) => [name, `sample ${name}`]));

describe.each(LOCALES)('catalogue %s of the verify page', (locale) => {
  const language = { texts: verifyCatalogues[locale], tag: locale };

  // The browser has no compiler of messages: it puts values in place of names in braces.
  it('is written by the page as its messages would be: no plurals, no quoting, each value in braces', () => {
    for (const key of keys) {
      const message = formatSample(locale, language.texts[key], 2);
      expect(writeText(language, key, SAMPLES), key).toBe(message);
    }
  });

  it('ends sentences with a full stop, and headings without', () => {
    const isSentence = (key: VerifyKey) =>
      /^fault\.|\.lead$|^(un)?proven\.(?!heading)|^bundle\.intact\.(?!heading)|\.too$|^failed\.(?!heading)/.test(
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
});
