import { LOCALES } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { checkCatalogues, COUNTS } from '../../../platform/words/testing/check-catalogues.ts';
import { formatSample, listArguments, listPlurals } from '../../../platform/words/testing/inspect-text.ts';
import { catalogues, type MessageKey } from './format-catalogue-message.ts';

const keys = Object.keys(catalogues.en) as MessageKey[];

checkCatalogues<MessageKey>({
  catalogues,
  sameAsEnglish: {
    de: ['new_passkey.name_label', 'domain_missing.name_label', 'field.live.sign', 'field.draw.tool_text'],
    cs: ['member.email.role_label', 'member.email.role_auditor', 'field.draw.tool_text'],
    sv: ['field.live.sign', 'field.draw.tool_text'],
    fr: ['reminder.operator.participants_label'],
    nl: ['member.email.role_auditor', 'field.consent.camera', 'field.live.sign'],
    es: ['member.email.role_inspector', 'member.email.role_auditor'],
    pl: ['member.email.role_org_admin'],
    hu: ['member.email.role_auditor'],
    it: ['new_passkey.name_label', 'endpoint_disabled.endpoint_label'],
    pt: ['member.email.role_auditor', 'endpoint_disabled.endpoint_label'],
    ro: [
      'member.email.role_org_admin',
      'member.email.role_inspector',
      'member.email.role_auditor',
      'endpoint_disabled.endpoint_label',
      'field.draw.tool_text',
    ],
  },
});

describe.each(LOCALES)('catalogue %s', (locale) => {
  it('names the count in each plural form but that of zero', () => {
    const plurals = keys.filter((key) => listPlurals(locale, catalogues[locale][key]).length > 0);
    expect(plurals.length).toBeGreaterThan(0);
    for (const key of plurals) {
      for (const count of COUNTS.filter((each) => each > 0)) {
        expect(
          formatSample(locale, catalogues[locale][key], count).replace(/\p{Z}|[.,]/gu, ''),
          key,
        ).toContain(String(count));
      }
    }
  });

  it('ends the SMS with the link, so that no punctuation becomes part of it', () => {
    for (const key of ['invite.sms', 'invite.scheduled.sms', 'more.sms'] as const)
      expect(catalogues[locale][key]).toMatch(/ \{url\}$/);
  });

  it('shows a code in no message that also carries a link', () => {
    const withCode = keys.filter((key) => listArguments(locale, catalogues[locale][key]).includes('code'));
    expect(withCode).toEqual(['otp.sms', 'signature.code.sms']);
    expect(listArguments(locale, catalogues[locale]['otp.sms'])).not.toContain('url');
  });
});
