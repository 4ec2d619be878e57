import type { LocaleCode } from '@field-inspection/contract';

// The catalogues are European; to Intl the bare codes mean the United States and Brazil.
const REGIONAL_TAGS: Partial<Record<LocaleCode, string>> = { en: 'en-GB', pt: 'pt-PT' };

export const languageTag = (locale: LocaleCode): string => REGIONAL_TAGS[locale] ?? locale;
