import type en from '@field-inspection/pages/sign/catalogues/en.json';
import { readPageCatalogues } from '../../../http/pages/read-page-catalogues.ts';

/** The name of a text; English has them all, and the other locales the same. */
export type SignKey = keyof typeof en;

/** Every text of the page that signs, with its values in braces. Counts stand beside their label: none needs a plural. */
export const signCatalogues = readPageCatalogues<SignKey>('sign');
