import { readFileSync } from 'node:fs';
import { LOCALES, type LocaleCode } from '@field-inspection/contract';

/** ICU messages by their names. English has them all; checkCatalogues holds the others to it in the tests. */
export const readCatalogues = <Key extends string>(folder: URL): Record<LocaleCode, Record<Key, string>> =>
  Object.fromEntries(
    LOCALES.map((locale) => [locale, JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'))]),
  ) as Record<LocaleCode, Record<Key, string>>;
