import { LOCALES, SIGNATURE_LEVELS, SIGNATURE_STATUSES } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { formatSample, listArguments } from '../../../platform/words/testing/inspect-text.ts';
import { signCatalogues, type SignKey } from '../../../http/pages/page-catalogues.ts';

checkCatalogues<SignKey>({ catalogues: signCatalogues, sameAsEnglish: {} });

const keys = Object.keys(signCatalogues.en) as SignKey[];

describe.each(LOCALES)('catalogue %s of the sign page', (locale) => {
  const texts = signCatalogues[locale];

  // The browser has no compiler of messages: it puts values in place of names in braces.
  it('is written by the page as its messages would be: no plurals, no quoting, each value in braces', () => {
    for (const key of keys) {
      const filled = listArguments(locale, texts[key]).reduce(
        (text, name) => text.replaceAll(`{${name}}`, `sample ${name}`),
        texts[key],
      );
      expect(filled, key).toBe(formatSample(locale, texts[key], 2));
    }
  });

  it('ends sentences with a full stop, and headings, labels and buttons without', () => {
    const isSentence = (key: SignKey) =>
      /^error\.|\.meaning$|\.body$|\.intro$|\.to_|\.next$|^ended\.(?!.*heading)|required$|\.demo$|\.unread$/.test(
        key,
      );
    const wrong = keys.filter((key) => {
      if (isSentence(key)) return !texts[key].endsWith('.');
      return /heading$|^review\.(?!demo|unread)|^level|button$|open$/.test(key) && texts[key].endsWith('.');
    });
    expect(wrong).toEqual([]);
  });
});

it('has words for every level, and for every status that ends a signature', () => {
  const ends = SIGNATURE_STATUSES.filter((status) => !['pending', 'signing', 'signed'].includes(status));
  expect(keys).toEqual(
    expect.arrayContaining([
      ...SIGNATURE_LEVELS.flatMap((level) => [`level.${level}`, `level.${level}.meaning`]),
      ...ends.flatMap((status) => [`ended.${status}`, `ended.${status}.heading`]),
    ]),
  );
});
