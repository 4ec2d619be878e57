import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from './catalogues/en.json';

/** The name of a text; English has them all, and the other locales the same. */
export type MessageKey = keyof typeof en;

/** Every text that people outside the organisation's own software read, as ICU messages. */
export const catalogues = readCatalogues<MessageKey>(new URL('./catalogues/', import.meta.url));
