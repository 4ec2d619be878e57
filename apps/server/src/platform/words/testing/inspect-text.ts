import type { LocaleCode } from '@field-inspection/contract';
import type { IntlMessageFormat } from 'intl-messageformat';
import { compileText } from '../create-message-compiler.ts';
import { languageTag } from '../language-tag.ts';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const LITERAL = 0;
const POUND = 7;

export const listArguments = (locale: LocaleCode, text: string): string[] => {
  const names = listElements(compileText(locale, text).getAst())
    .filter((element) => element.type !== LITERAL && element.type !== POUND)
    .map((element) => ('value' in element ? String(element.value) : ''));
  return [...new Set(names)].sort();
};

export const listPlurals = (locale: LocaleCode, text: string) =>
  listElements(compileText(locale, text).getAst()).filter((element) => 'pluralType' in element);

export const listMissingForms = (locale: LocaleCode, text: string): string[] => {
  const needed = new Intl.PluralRules(languageTag(locale)).resolvedOptions().pluralCategories;
  return listPlurals(locale, text).flatMap((plural) => needed.filter((form) => !(form in plural.options)));
};

export const formatSample = (locale: LocaleCode, text: string, count: number): string => {
  const plurals = listPlurals(locale, text).map((plural) => plural.value);
  const values = listArguments(locale, text).map((name) => [
    name,
    plurals.includes(name) ? count : `sample ${name}`,
  ]);
  return compileText(locale, text).format(Object.fromEntries(values)) as string;
};

const listElements = (elements: Element[]): Element[] =>
  elements.flatMap((element) => [
    element,
    ...('options' in element
      ? Object.values(element.options).flatMap((option) => listElements(option.value))
      : []),
  ]);
