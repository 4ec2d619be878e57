import type en from '../catalogues/en.json';

/**
 * The verdict in the words of a locale.
 * - `tone`: `good`: somebody whom the person trusts vouches for the file; `doubt`: nobody does, but nothing is wrong;
 *   `bad`;
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

export type VerifyKey = keyof typeof en;

export type VerifyTexts = Record<VerifyKey, string>;

export type Language = { readonly texts: VerifyTexts; readonly tag: string };

type Values = Readonly<Record<string, string | number>>;

/** The file's author chose the values: characters that hide or turn letters are shown as a sign. */
export const writeText = ({ texts }: Language, key: VerifyKey, values: Values = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => showValue(String(values[name])));

/** Shows characters of a foreign text that the page would obey or hide. */
export const showValue = (value: string): string => value.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd');

export const writeTime = ({ tag }: Language, iso: string): string => {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(iso))} UTC`;
};

export const writeCount = ({ tag }: Language, count: number): string =>
  new Intl.NumberFormat(tag).format(count);
