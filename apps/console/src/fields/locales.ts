import type { Locale } from '@field-inspection/sdk';

/** The compiler asks for each language of the service. */
const KNOWN: Record<Locale, true> = {
  en: true,
  de: true,
  fr: true,
  it: true,
  es: true,
  pl: true,
  ro: true,
  nl: true,
  el: true,
  hu: true,
  pt: true,
  cs: true,
  sv: true,
  bg: true,
};

export const LOCALES = Object.keys(KNOWN) as Locale[];

/** A language as those who speak it call it. */
export const nameLanguage = (locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
