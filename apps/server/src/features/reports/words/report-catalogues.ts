import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from '../catalogues/en.json';

/** The name of a text; English has them all, and the other locales the same. */
export type ReportKey = keyof typeof en;

/** Every text of a report, as ICU messages. */
export const reportCatalogues = readCatalogues<ReportKey>(new URL('../catalogues/', import.meta.url));
