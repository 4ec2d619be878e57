import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { invitationCatalogues, type InvitationKey } from './invitation-catalogues.ts';

checkCatalogues<InvitationKey>({ catalogues: invitationCatalogues, sameAsEnglish: {} });
