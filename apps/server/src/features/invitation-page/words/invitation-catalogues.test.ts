import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { invitationCatalogues, type InvitationKey } from '../../../http/pages/page-catalogues.ts';

checkCatalogues<InvitationKey>({ catalogues: invitationCatalogues, sameAsEnglish: {} });
