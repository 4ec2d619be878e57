import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { html } from '../../http/pages/html.ts';
import { pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { languageTag } from '../../platform/words/language-tag.ts';
import { SIGN_CATALOGUES, signCatalogues } from './words/sign-catalogues.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./static/${name}`, import.meta.url));

const FILES = [
  'sign-page.css',
  'sign-parts.css',
  'sign-page.js',
  'sign-brand.js',
  'sign-calls.js',
  'sign-views.js',
  'sign-words.js',
];

/**
 * The page behind sign_url, and the one to which a provider sends the signer back. Both are one page: what it shows
 * hangs on the token of the fragment, which no server sees, and on what the tab keeps. It comes in the browser's
 * language; once it knows the signature it fetches the words of its locale.
 */
export const signPages = (): PageRoute[] => [
  signPage('/sign', { root: '', isReturn: false }),
  signPage('/sign/return', { root: '../', isReturn: true }),
  ...FILES.map((name) => staticFile(`/sign/assets/${name}`, fileOf(name))),
  ...LOCALES.map((locale) =>
    staticFile(`/sign/assets/${locale}.json`, fileURLToPath(new URL(`${locale}.json`, SIGN_CATALOGUES))),
  ),
];

/** `root` leads from the page to the server's root. */
type Place = { root: string; isReturn: boolean };

const signPage = (path: string, place: Place): PageRoute => ({
  path,
  answer: async ({ headers }) => {
    const locale = pickLocale(headers['accept-language']);
    return {
      headers: {
        ...pageHeaders({ 'script-src': "'self'", 'connect-src': "'self'" }),
        'Content-Language': locale,
        Vary: 'Accept-Language',
      },
      body: await renderPage(locale, place),
    };
  },
});

let template: Promise<string> | undefined;

const renderPage = async (locale: LocaleCode, { root, isReturn }: Place): Promise<string> => {
  template ??= readFile(fileOf('sign-page.html'), 'utf8');
  const texts = signCatalogues[locale];
  const values: Record<string, string> = {
    ...texts,
    root,
    locale,
    is_return: String(isReturn),
    tag: languageTag(locale),
    texts: JSON.stringify(texts),
    tags: JSON.stringify(Object.fromEntries(LOCALES.map((code) => [code, languageTag(code)]))),
  };
  return (await template).replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => html`${values[name]!}`.markup);
};
