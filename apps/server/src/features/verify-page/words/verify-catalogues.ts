import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from '../catalogues/en.json';

/** The name of a text; English has them all, and the other locales the same. */
export type VerifyKey = keyof typeof en;

export type VerifyTexts = Record<VerifyKey, string>;

/** Every text of the verify page, with its values in braces. Counts stand beside their label, so none needs a plural. */
export const verifyCatalogues = readCatalogues<VerifyKey>(new URL('../catalogues/', import.meta.url));
