import type { LocaleCode } from '@field-inspection/contract';

// The catalogues are European; the bare codes mean the United States and Brazil to Intl.
const REGIONAL_TAGS: Partial<Record<LocaleCode, string>> = { en: 'en-GB', pt: 'pt-PT' };

/** Gives the tag by which Intl writes dates and chooses plurals for a locale. */
export const languageTag = (locale: LocaleCode): string => REGIONAL_TAGS[locale] ?? locale;
