import type en from '../catalogues/en.json';

/** The name of a text; English has them all, and the other locales the same. */
export type VerifyKey = keyof typeof en;

export type VerifyTexts = Record<VerifyKey, string>;

export type Language = { readonly texts: VerifyTexts; readonly tag: string };

type Values = Readonly<Record<string, string | number>>;

/**
 * Fills a text with its values. The file's author chose them: characters that hide or turn letters are shown as a sign.
 */
export const writeText = ({ texts }: Language, key: VerifyKey, values: Values = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => showValue(String(values[name])));

/** Replaces the characters of a foreign text that a page would obey or hide. */
export const showValue = (value: string): string => value.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd');

/** An instant for people, in the one time zone that all readers share. */
export const writeTime = ({ tag }: Language, iso: string): string => {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(iso))} UTC`;
};

export const writeCount = ({ tag }: Language, count: number): string =>
  new Intl.NumberFormat(tag).format(count);
