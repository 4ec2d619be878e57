import type en from '@field-inspection/pages/verify/catalogues/en.json';
import { readPageCatalogues } from '../../../http/pages/read-page-catalogues.ts';

/** The name of a text; English has them all, and the other locales the same. */
export type VerifyKey = keyof typeof en;

/** Every text of the verify page, with its values in braces. Counts stand beside their label, so none needs a plural. */
export const verifyCatalogues = readPageCatalogues<VerifyKey>('verify');
