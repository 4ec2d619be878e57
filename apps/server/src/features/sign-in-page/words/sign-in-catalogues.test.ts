import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { signInCatalogues, type SignInKey } from '../../../http/pages/page-catalogues.ts';

checkCatalogues<SignInKey>({
  catalogues: signInCatalogues,
  sameAsEnglish: {
    cs: ['in.role', 'role.auditor'],
    de: ['in.name', 'in.organisation'],
    es: ['role.inspector', 'role.auditor'],
    fr: ['in.organisation'],
    hu: ['role.auditor'],
    nl: ['role.auditor'],
    pl: ['role.org_admin'],
    pt: ['role.auditor'],
    ro: ['role.org_admin', 'role.inspector', 'role.auditor'],
    sv: ['in.organisation'],
  },
});
