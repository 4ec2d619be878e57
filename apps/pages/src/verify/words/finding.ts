import type en from '../catalogues/en.json';

/**
 * Verdict in the words of a locale, ready to be shown.
 *
 * - `tone`: `good`: somebody whom the person trusts vouches for it; `doubt`: nothing is wrong, but nobody does; `bad`;
 * - `fault`: the first bad place and why it is bad, with the stable code;
 * - `facts`: what was counted; `groups`: what was judged one by one.
 */
export type Finding = {
  readonly tone: 'good' | 'doubt' | 'bad';
  readonly heading: string;
  readonly lead: string;
  readonly fault: { readonly place: string; readonly reason: string; readonly code: string } | null;
  readonly proven: readonly string[];
  readonly unproven: readonly string[];
  readonly facts: readonly Fact[];
  readonly groups: readonly Group[];
};

export type Fact = { readonly label: string; readonly value: string };

export type Group = { readonly heading: string; readonly items: readonly Item[] };

export type Item = { readonly name: string; readonly isBad: boolean; readonly details: readonly string[] };

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
