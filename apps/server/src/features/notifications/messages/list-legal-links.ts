import type { LocaleCode } from '@field-inspection/contract';
import type { Brand } from '../../branding/exports/describe-brand.ts';
import { formatMessage } from './format-catalogue-message.ts';

export type LegalLink = { label: string; url: string };

/** An organisation's imprint and privacy notice, as far as it has set them, in the reader's words. */
export const listLegalLinks = (
  locale: LocaleCode,
  { imprintUrl, privacyUrl }: Pick<Brand, 'imprintUrl' | 'privacyUrl'>,
): LegalLink[] => [
  ...(imprintUrl ? [{ label: formatMessage(locale, 'email.imprint'), url: imprintUrl }] : []),
  ...(privacyUrl ? [{ label: formatMessage(locale, 'email.privacy'), url: privacyUrl }] : []),
];
