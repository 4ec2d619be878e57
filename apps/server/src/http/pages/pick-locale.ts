import { LocaleInput, LOCALES, type LocaleCode } from '@field-inspection/contract';

/** The wanted one where it is supported, else the best of Accept-Language (RFC 9110 12.5.4), else English. */
export const pickLocale = (acceptLanguage: string | undefined, asked?: unknown): LocaleCode =>
  LocaleInput.safeParse(asked).data ?? pickAccepted(acceptLanguage);

const pickAccepted = (acceptLanguage: string | undefined): LocaleCode => {
  const ranked = (acceptLanguage ?? '')
    .slice(0, 1_000)
    .split(',')
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of ranked) {
    const locale = LOCALES.find((code) => code === language);
    if (locale) return locale;
  }
  return 'en';
};

const readRange = (range: string) => {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { language: tag.split('-')[0], quality: Number(quality) || 0 };
};
