import { signal } from '@preact/signals';
import { fillText, readPage } from '../page.ts';
import type en from './catalogues/en.json';

export type SignKey = keyof typeof en;
type SignTexts = Record<SignKey, string>;

type SignPageData = {
  root: string;
  /** True for the page of a link to read a report. */
  isReading: boolean;
  /** True for the page to which the provider sends the signer back. */
  isReturn: boolean;
  locale: string;
  texts: SignTexts;
  /** The tags of languages that differ from their locale. */
  tags: Record<string, string>;
};

export const { root, isReading, isReturn, tags, ...first } = readPage<SignPageData>();

const words = signal(first);
const tag = (): string => tags[words.value.locale] ?? words.value.locale;

/** Foreign values go into the page as text alone. */
export const write = (key: SignKey, values: Record<string, string | number> = {}): string =>
  fillText(words.value.texts[key], values);

export const hasText = (key: string): key is SignKey => key in words.value.texts;

/** Without the words of a locale the page stays in the one it has. */
export const speak = async (locale: string | undefined): Promise<void> => {
  if (locale === undefined || locale === words.value.locale) return;
  try {
    const response = await fetch(`${root}${isReading ? 'report' : 'sign'}/assets/${locale}.json`, {
      credentials: 'omit',
    });
    if (!response.ok) return;
    words.value = { locale, texts: (await response.json()) as SignTexts };
    document.documentElement.lang = tag();
  } catch {
    // The next answer tries again.
  }
};

/** With its zone: whoever asks may be in another. */
export const writeTime = (iso: string): string =>
  new Date(iso).toLocaleString(tag(), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });

export const writeNumber = (number: number): string => new Intl.NumberFormat(tag()).format(number);

const KILOBYTE = 1_000;

export const writeSize = (bytes: number): string => {
  const isSmall = bytes < KILOBYTE ** 2;
  return new Intl.NumberFormat(tag(), {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(bytes / (isSmall ? KILOBYTE : KILOBYTE ** 2));
};
