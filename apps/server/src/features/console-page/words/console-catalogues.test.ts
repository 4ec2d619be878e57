import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { consoleCatalogues, type ConsoleKey } from '../../../http/pages/page-catalogues.ts';

checkCatalogues<ConsoleKey>({
  catalogues: consoleCatalogues,
  sameAsEnglish: {
    cs: ['account.role', 'role.auditor'],
    de: ['account.name', 'account.organisation'],
    es: ['role.inspector', 'role.auditor'],
    fr: ['title', 'account.organisation'],
    hu: ['role.auditor'],
    it: ['title'],
    nl: ['title', 'role.auditor'],
    pl: ['role.org_admin'],
    pt: ['role.auditor'],
    ro: ['role.org_admin', 'role.inspector', 'role.auditor'],
    sv: ['account.organisation'],
  },
});
