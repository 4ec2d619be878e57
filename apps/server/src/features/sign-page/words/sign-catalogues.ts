import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from '../catalogues/en.json';

/** The name of a text; English has them all, and the other locales the same. */
export type SignKey = keyof typeof en;

export const SIGN_CATALOGUES = new URL('../catalogues/', import.meta.url);

/** Every text of the page that signs, with its values in braces. Counts stand beside their label: none needs a plural. */
export const signCatalogues = readCatalogues<SignKey>(SIGN_CATALOGUES);
