import type { LocaleCode } from '@field-inspection/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { languageTag } from './language-tag.ts';

export const createMessageCompiler = <Key extends string>(
  catalogues: Record<LocaleCode, Record<Key, string>>,
): ((locale: LocaleCode, key: Key) => IntlMessageFormat) => {
  const compiled = new Map<string, IntlMessageFormat>();
  return (locale, key) => {
    const id = `${locale} ${key}`;
    const known = compiled.get(id);
    if (known) return known;
    const message = compileText(locale, catalogues[locale][key]);
    compiled.set(id, message);
    return message;
  };
};

export const compileText = (locale: LocaleCode, text: string): IntlMessageFormat =>
  new IntlMessageFormat(text, languageTag(locale), undefined, { ignoreTag: true });
