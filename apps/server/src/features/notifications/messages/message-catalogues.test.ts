import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { catalogues, languageTag, type MessageKey } from './message-catalogues.ts';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const keys = Object.keys(catalogues.en) as MessageKey[];
const translations = LOCALES.filter((locale) => locale !== 'en');

// A word that is the same in both languages is written down here; anything else is an untranslated text.
const SAME_AS_ENGLISH: Partial<Record<LocaleCode, MessageKey[]>> = {
  fr: ['reminder.operator.participants_label'],
  it: ['endpoint_disabled.endpoint_label'],
  pt: ['endpoint_disabled.endpoint_label'],
  ro: ['endpoint_disabled.endpoint_label'],
};

const COUNTS = [0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 100, 101, 1440];

describe.each(translations)('catalogue %s', (locale) => {
  it('has the texts of the English one, no more and no fewer, in the same order', () => {
    expect(Object.keys(catalogues[locale])).toEqual(keys);
  });

  it('asks for the same values as the English one', () => {
    const listed = keys.map((key) => [key, listArguments(parse(locale, catalogues[locale][key]))]);
    expect(listed).toEqual(keys.map((key) => [key, listArguments(parse('en', catalogues.en[key]))]));
  });

  it('repeats an English text only where the languages agree', () => {
    const same = keys.filter((key) => catalogues[locale][key] === catalogues.en[key]);
    expect(same).toEqual(SAME_AS_ENGLISH[locale] ?? []);
  });
});

describe.each(LOCALES)('catalogue %s', (locale) => {
  it('has every plural form of the language', () => {
    const missing = keys.flatMap((key) => listMissingForms(locale, catalogues[locale][key]));
    expect(missing).toEqual([]);
  });

  it('formats every text in full, for every count', () => {
    for (const key of keys) {
      for (const count of COUNTS) {
        const text = format(locale, key, count);
        expect(text.trim(), key).toBe(text);
        expect(text, key).toMatch(/\p{L}/u);
        expect(text, key).not.toMatch(/[{}#]|undefined/);
      }
    }
  });

  it('names the count in each plural form but that of zero', () => {
    const plurals = keys.filter((key) => listPlurals(parse(locale, catalogues[locale][key])).length > 0);
    expect(plurals.length).toBeGreaterThan(0);
    for (const key of plurals) {
      for (const count of COUNTS.filter((each) => each > 0)) {
        expect(format(locale, key, count).replace(/\p{Z}|[.,]/gu, ''), key).toContain(String(count));
      }
    }
  });

  it('ends the SMS with the link, so that no punctuation becomes part of it', () => {
    expect(catalogues[locale]['invite.sms']).toMatch(/ \{url\}$/);
  });

  it('shows a code in no message that also carries a link', () => {
    const withCode = keys.filter((key) =>
      listArguments(parse(locale, catalogues[locale][key])).includes('code'),
    );
    expect(withCode).toEqual(['otp.sms']);
    expect(listArguments(parse(locale, catalogues[locale]['otp.sms']))).not.toContain('url');
  });

  it('mixes no two scripts in a word', () => {
    const mixed = keys.filter((key) =>
      /\p{sc=Latin}[\p{sc=Greek}\p{sc=Cyrillic}]|[\p{sc=Greek}\p{sc=Cyrillic}]\p{sc=Latin}/u.test(
        catalogues[locale][key],
      ),
    );
    expect(mixed).toEqual([]);
  });
});

describe('the checks above', () => {
  it('notice a plural without the few of Polish', () => {
    expect(listMissingForms('pl', '{n, plural, one {a} many {b} other {c}}')).toEqual(['few']);
  });

  it('notice an apostrophe that makes an argument a literal', () => {
    expect(listArguments(parse('fr', "l'{organisation}"))).toEqual([]);
  });
});

const parse = (locale: LocaleCode, text: string): Element[] =>
  new IntlMessageFormat(text, languageTag(locale), undefined, { ignoreTag: true }).getAst();

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

const listPlurals = (elements: Element[]) =>
  listElements(elements).filter((element) => 'pluralType' in element);

const listMissingForms = (locale: LocaleCode, text: string): string[] => {
  const needed = new Intl.PluralRules(languageTag(locale)).resolvedOptions().pluralCategories;
  return listPlurals(parse(locale, text)).flatMap((plural) =>
    needed.filter((form) => !(form in plural.options)),
  );
};

const format = (locale: LocaleCode, key: MessageKey, count: number): string => {
  const text = catalogues[locale][key];
  const plurals = listPlurals(parse(locale, text)).map((plural) => plural.value);
  const values = listArguments(parse(locale, text)).map((name) => [
    name,
    plurals.includes(name) ? count : `sample ${name}`,
  ]);
  const message = new IntlMessageFormat(text, languageTag(locale), undefined, { ignoreTag: true });
  return message.format(Object.fromEntries(values)) as string;
};
