import type en from '../catalogues/en.json';

/** The name of a text; English has them all, and the other locales the same. */
export type VerifyKey = keyof typeof en;

export type VerifyTexts = Record<VerifyKey, string>;

/** How a locale writes: its texts, and its tag for Intl. */
export type Language = { readonly texts: VerifyTexts; readonly tag: string };

type Values = Readonly<Record<string, string | number>>;

/** A text with its values. They are whoever's wrote the file: what hides or turns letters around is shown as a sign. */
export const writeText = ({ texts }: Language, key: VerifyKey, values: Values = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => showValue(String(values[name])));

/** A foreign text without what a page would obey or hide. */
export const showValue = (value: string): string => value.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd');

/** An instant for people, in the one time zone that all readers share. */
export const writeTime = ({ tag }: Language, iso: string): string => {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(iso))} UTC`;
};

export const writeCount = ({ tag }: Language, count: number): string =>
  new Intl.NumberFormat(tag).format(count);
