import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { houseFonts } from '../../../platform/fonts/house-fonts.ts';
import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { formatSample } from '../../../platform/words/testing/inspect-text.ts';
import { reportCatalogues, type ReportKey } from './write-words.ts';

checkCatalogues<ReportKey>({
  catalogues: reportCatalogues,
  sameAsEnglish: {
    de: ['demo', 'label.status', 'column.name', 'column.format', 'whiteboard.version'],
    fr: [
      'running.session',
      'label.session',
      'section.photos',
      'section.signature',
      'column.format',
      'photo.number',
      'whiteboard.version',
      'field.type',
      'campaign.sessions',
    ],
    it: ['demo'],
    es: ['demo'],
    pl: ['demo', 'label.status', 'column.format'],
    ro: ['demo', 'role.operator', 'column.format'],
    nl: ['demo', 'label.status'],
    cs: ['demo', 'column.role'],
    sv: ['running.session', 'demo', 'label.session', 'label.status', 'whiteboard.version'],
  },
});

describe('the plurals', () => {
  it.each<[LocaleCode, number, string]>([
    ['en', 1, 'photo'],
    ['en', 0, 'photos'],
    ['pl', 1, 'zdjęcie'],
    ['pl', 22, 'zdjęcia'],
    ['pl', 12, 'zdjęć'],
    ['cs', 3, 'fotografie'],
    ['cs', 5, 'fotografií'],
    ['ro', 1, 'fotografie'],
    ['ro', 20, 'fotografii'],
    ['hu', 2, 'fénykép'],
    ['bg', 2, 'снимки'],
  ])('of %s say %i photos as %s', (locale, count, word) => {
    expect(formatSample(locale, reportCatalogues[locale]['count.photos'], count)).toBe(word);
  });
});

it.each([...LOCALES])('the first font has every character of the words in %s', (locale) => {
  const latin = houseFonts().families[0]!;
  const signs = new Set(Object.values(reportCatalogues[locale]).join('') + '¶');
  expect([...signs].filter((sign) => !latin.has(sign.codePointAt(0)!))).toEqual([]);
});
