import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { LocaleCode } from '@field-inspection/contract';
import { readCatalogues } from '../../platform/words/read-catalogues.ts';

/** Every text of one of the small pages, with its values in braces: they lie beside its sources, in apps/pages. */
export const readPageCatalogues = <Key extends string>(
  page: 'sign' | 'verify' | 'invitation',
): Record<LocaleCode, Record<Key, string>> => readCatalogues<Key>(findPageCatalogues(page));

export const findPageCatalogues = (page: string): URL =>
  pathToFileURL(createRequire(import.meta.url).resolve(`@field-inspection/pages/${page}/catalogues/en.json`));
