import type en from '../catalogues/en.json';

export type TextKey = keyof typeof en;

type ConsolePageData = {
  texts: Record<TextKey, string>;
  /** The way from this address to the root of the service. */
  root: string;
};

const page = document.getElementById('app')!;
const { texts, root } = JSON.parse(page.dataset.page!) as ConsolePageData;

export const ROOT_URL = new URL(root === '' ? './' : root, location.href);

/** The text of a word that the service says. A newer service may say one that has no text here, and it stands as it is. */
export const writeWord = (group: string, word: string): string =>
  (texts as Record<string, string>)[`${group}.${word}`] ?? word;

export const hasText = (key: string): key is TextKey => key in texts;

/** A text of the page's catalogue with its values. React shows it as text, whoever wrote the values. */
export const write = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
