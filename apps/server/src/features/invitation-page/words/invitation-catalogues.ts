import type en from '@field-inspection/pages/invitation/catalogues/en.json';
import { readPageCatalogues } from '../../../http/pages/read-page-catalogues.ts';

/** The name of a text; English has them all, and the other locales the same. */
export type InvitationKey = keyof typeof en;

/** Every text of the page behind the link of an invitation, with its values in braces. */
export const invitationCatalogues = readPageCatalogues<InvitationKey>('invitation');
