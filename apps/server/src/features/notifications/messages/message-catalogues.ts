import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from './catalogues/en.json';

/** The name of a text; all locales have the same names as English. */
export type MessageKey = keyof typeof en;

/** The texts that people outside the organisation's own software read, as ICU messages. */
export const catalogues = readCatalogues<MessageKey>(new URL('./catalogues/', import.meta.url));
