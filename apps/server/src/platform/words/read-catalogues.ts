import { readFileSync } from 'node:fs';
import { LOCALES, type LocaleCode } from '@field-inspection/contract';

/**
 * Reads the texts of each locale, ICU messages by their names: `<locale>.json` of a folder. English has them all; that
 * the other locales have the same is held by checkCatalogues in the tests.
 */
export const readCatalogues = <Key extends string>(folder: URL): Record<LocaleCode, Record<Key, string>> =>
  Object.fromEntries(
    LOCALES.map((locale) => [locale, JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'))]),
  ) as Record<LocaleCode, Record<Key, string>>;
