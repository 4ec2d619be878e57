import type { FieldBranding } from '@field-inspection/contract';
import { fillText, readPage } from '../page.ts';
import type en from './catalogues/en.json';

export type SignInKey = keyof typeof en;

type SignInPageData = {
  texts: Record<SignInKey, string>;
  /** Set on the domain of an organisation: the service's own page, and how the organisation looks. */
  away?: { url: string; branding: FieldBranding };
};

export const { texts, away } = readPage<SignInPageData>();

export const write = (key: SignInKey, values: Record<string, string | number> = {}): string =>
  fillText(texts[key], values);

/** An instant in the page's language, and in the time of the device. */
export const writeTime = (iso: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(iso),
  );
