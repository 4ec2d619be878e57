import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { html } from '../../http/pages/html.ts';
import { pageHeaders, type Page, type PageRequest, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { languageTag } from '../../platform/words/language-tag.ts';
import { verifyCatalogues } from './words/verify-catalogues.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

const HEAD = /^[0-9a-f]{64}$/;

/**
 * The page on which anybody verifies a report or a bundle, with its files. All of it is loaded at once, the verifier
 * too: what is verified stays in the browser, and no network is needed for it.
 */
export const verifyPages = (): PageRoute[] => [
  { path: '/verify', answer: (request) => answerPage(request, { head: null, root: '' }) },
  {
    path: '/verify/:head',
    answer: (request) => answerPage(request, { head: request.params.head ?? '', root: '../' }),
  },
  ...['verify-page.css', 'verify-sections.css', 'verify-page.js', 'verify-thread.js'].map((name) =>
    staticFile(`/verify/assets/${name}`, fileOf(`static/${name}`)),
  ),
  // A policy of its own: the thread that holds the file can't reach the network, whatever is wrong with it.
  staticFile('/verify/assets/verifier.js', fileOf('built/verifier.js'), {
    'Content-Security-Policy': "default-src 'none'",
  }),
];

type Place = {
  /** What the address holds as a head; null where it holds none. */
  head: string | null;
  /** Leads from the page to the server's root. */
  root: string;
};

const answerPage = async ({ query, headers }: PageRequest, { head, root }: Place): Promise<Page> => {
  const isHead = head !== null && HEAD.test(head);
  const locale = pickLocale(headers['accept-language'], query.locale);
  return {
    // An address that was cut off leads nowhere, but a file can be verified there all the same.
    status: head === null || isHead ? 200 : 404,
    headers: { ...verifyPageHeaders(isHead), 'Content-Language': locale, Vary: 'Accept-Language' },
    body: await renderPage(locale, {
      head: isHead ? head : null,
      root,
      isMalformed: head !== null && !isHead,
    }),
  };
};

// Only what the service knows of a head is asked for: a page without one may ask for nothing.
const verifyPageHeaders = (hasHead: boolean) =>
  pageHeaders({
    'script-src': "'self'",
    'worker-src': "'self'",
    ...(hasHead && { 'connect-src': "'self'" }),
  });

let template: Promise<string> | undefined;

const renderPage = async (
  locale: LocaleCode,
  { head, root, isMalformed }: { head: string | null; root: string; isMalformed: boolean },
): Promise<string> => {
  template ??= readFile(fileOf('static/verify-page.html'), 'utf8');
  const texts = verifyCatalogues[locale];
  const values: Record<string, string> = {
    ...texts,
    root,
    tag: languageTag(locale),
    texts: JSON.stringify(texts),
    head: head ?? '',
    malformed: isMalformed ? texts['head.malformed'] : '',
  };
  const page = (await template).replace(
    /\{\{([\w.]+)\}\}/g,
    (_, name: string) => html`${values[name]!}`.markup,
  );
  return page.replace('<!-- languages -->', renderLanguages(locale));
};

/** The same page in each language, under its own name. */
const renderLanguages = (current: LocaleCode): string =>
  html`${LOCALES.map((locale) => {
    const name = new Intl.DisplayNames([languageTag(locale)], { type: 'language' }).of(locale) ?? locale;
    return locale === current
      ? html`<li><span lang="${locale}" aria-current="true">${name}</span></li>`
      : html`<li><a href="?locale=${locale}" lang="${locale}" hreflang="${locale}">${name}</a></li>`;
  })}`.markup;
