import { checkCatalogues } from '../../../platform/words/testing/check-catalogues.ts';
import { consoleCatalogues, type ConsoleKey } from '../../../http/pages/page-catalogues.ts';

checkCatalogues<ConsoleKey>({
  catalogues: consoleCatalogues,
  sameAsEnglish: {
    cs: ['account.role', 'role.auditor'],
    de: ['account.name', 'account.organisation', 'label.status'],
    es: ['role.inspector', 'role.auditor'],
    fr: [
      'title',
      'account.organisation',
      'inspections.heading',
      'inspections.type',
      'section.photos',
      'photo.number',
      'changed.type',
      'sign_on.status.active',
    ],
    hu: ['role.auditor'],
    it: ['title', 'sign_on.provider'],
    nl: ['title', 'role.auditor', 'label.status'],
    pl: ['role.org_admin', 'label.status'],
    pt: ['role.auditor'],
    ro: ['role.org_admin', 'role.inspector', 'role.auditor'],
    sv: ['account.organisation', 'label.status'],
  },
});
