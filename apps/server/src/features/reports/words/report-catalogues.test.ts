import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { languageTag } from './language-tag.ts';
import { reportCatalogues, type ReportKey } from './report-catalogues.ts';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const keys = Object.keys(reportCatalogues.en) as ReportKey[];
const translations = LOCALES.filter((locale) => locale !== 'en');

// A word that is the same in both languages is written down here; anything else is an untranslated text.
const SAME_AS_ENGLISH: Partial<Record<LocaleCode, ReportKey[]>> = {
  de: [
    'demo',
    'label.status',
    'count.whiteboards',
    'section.whiteboards',
    'column.name',
    'column.format',
    'whiteboard.number',
    'whiteboard.version',
  ],
  fr: [
    'running.session',
    'label.session',
    'section.photos',
    'section.signature',
    'column.format',
    'photo.number',
    'photo.annotation',
    'whiteboard.version',
  ],
  it: ['demo'],
  es: ['demo'],
  pl: ['demo', 'label.status', 'column.format'],
  ro: ['demo', 'role.operator', 'column.format'],
  nl: ['demo', 'label.status', 'count.whiteboards', 'section.whiteboards', 'whiteboard.number'],
  cs: ['demo', 'column.role'],
  sv: ['running.session', 'demo', 'label.session', 'label.status', 'whiteboard.version'],
};

const COUNTS = [0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 100, 101, 1440, 1_000_000];

describe.each(translations)('catalogue %s', (locale) => {
  it('has the texts of the English one, no more and no fewer, in the same order', () => {
    expect(Object.keys(reportCatalogues[locale])).toEqual(keys);
  });

  it('asks for the same values as the English one', () => {
    const listed = keys.map((key) => [key, listArguments(parse(locale, key))]);
    expect(listed).toEqual(keys.map((key) => [key, listArguments(parse('en', key))]));
  });

  it('repeats an English text only where the languages agree', () => {
    const same = keys.filter((key) => reportCatalogues[locale][key] === reportCatalogues.en[key]);
    expect(same).toEqual(SAME_AS_ENGLISH[locale] ?? []);
  });
});

describe.each(LOCALES)('catalogue %s', (locale) => {
  it('has every plural form of the language', () => {
    expect(keys.flatMap((key) => listMissingForms(locale, reportCatalogues[locale][key]))).toEqual([]);
  });

  it('formats every text in full, for every count', () => {
    for (const key of keys) {
      for (const count of COUNTS) {
        const text = format(locale, key, count);
        expect(text.trim(), key).toBe(text);
        expect(text, key).toMatch(/\p{L}|№/u);
        expect(text, key).not.toMatch(/[{}#]|undefined| {2}/);
      }
    }
  });

  it('mixes no two scripts in a word', () => {
    const mixed = keys.filter((key) =>
      /\p{sc=Latin}[\p{sc=Greek}\p{sc=Cyrillic}]|[\p{sc=Greek}\p{sc=Cyrillic}]\p{sc=Latin}/u.test(
        reportCatalogues[locale][key],
      ),
    );
    expect(mixed).toEqual([]);
  });
});

describe('the plurals', () => {
  it.each<[LocaleCode, number, string]>([
    ['en', 1, 'Photo'],
    ['en', 0, 'Photos'],
    ['pl', 1, 'Zdjęcie'],
    ['pl', 22, 'Zdjęcia'],
    ['pl', 12, 'Zdjęć'],
    ['cs', 3, 'Fotografie'],
    ['cs', 5, 'Fotografií'],
    ['ro', 1, 'Fotografie'],
    ['ro', 20, 'Fotografii'],
    ['hu', 2, 'Fénykép'],
    ['bg', 2, 'Снимки'],
  ])('of %s say %i photos as %s', (locale, count, word) => {
    expect(format(locale, 'count.photos', count)).toBe(word);
  });

  it('lack nothing: the check notices a plural without the few of Polish', () => {
    expect(listMissingForms('pl', '{n, plural, one {a} many {b} other {c}}')).toEqual(['few']);
  });
});

const parseText = (locale: LocaleCode, text: string): Element[] =>
  new IntlMessageFormat(text, languageTag(locale), undefined, { ignoreTag: true }).getAst();

const parse = (locale: LocaleCode, key: ReportKey): Element[] =>
  parseText(locale, reportCatalogues[locale][key]);

const listElements = (elements: Element[]): Element[] =>
  elements.flatMap((element) => [
    element,
    ...('options' in element
      ? Object.values(element.options).flatMap((option) => listElements(option.value))
      : []),
  ]);

const LITERAL = 0;
const POUND = 7;

const listArguments = (elements: Element[]): string[] => {
  const names = listElements(elements)
    .filter((element) => element.type !== LITERAL && element.type !== POUND)
    .map((element) => ('value' in element ? String(element.value) : ''));
  return [...new Set(names)].sort();
};

const listMissingForms = (locale: LocaleCode, text: string): string[] => {
  const needed = new Intl.PluralRules(languageTag(locale)).resolvedOptions().pluralCategories;
  return listElements(parseText(locale, text)).flatMap((element) =>
    'pluralType' in element ? needed.filter((form) => !(form in element.options)) : [],
  );
};

const format = (locale: LocaleCode, key: ReportKey, count: number): string => {
  const values = listArguments(parse(locale, key)).map((name) => [
    name,
    name === 'count' ? count : `sample ${name}`,
  ]);
  const message = new IntlMessageFormat(reportCatalogues[locale][key], languageTag(locale), undefined, {
    ignoreTag: true,
  });
  return message.format(Object.fromEntries(values)) as string;
};
