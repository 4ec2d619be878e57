import { readCatalogues } from '../../../platform/words/read-catalogues.ts';
import type en from '../catalogues/en.json';

/** The name of a text; English has them all, and the other locales the same. */
export type InvitationKey = keyof typeof en;

/** Every text of the page behind the link of an invitation, with its values in braces. */
export const invitationCatalogues = readCatalogues<InvitationKey>(new URL('../catalogues/', import.meta.url));
