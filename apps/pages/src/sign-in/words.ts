import type { FieldBranding } from '@field-inspection/contract';
import { fillText, readPage } from '../page.ts';
import type en from './catalogues/en.json';

export type SignInKey = keyof typeof en;

type SignInPageData = {
  texts: Record<SignInKey, string>;
  /** The domain of an organisation has no sessions: the page leads to the service's own host from there. */
  away?: { url: string; branding: FieldBranding };
};

export const { texts, away } = readPage<SignInPageData>();

export const write = (key: SignInKey, values: Record<string, string | number> = {}): string =>
  fillText(texts[key], values);

export const writeTime = (iso: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(iso),
  );
