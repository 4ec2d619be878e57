import { createRequire } from 'node:module';
import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { html, type Html } from '../../http/pages/html.ts';
import { pageHeaders, type Page, type PageRequest, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { renderShell } from '../../http/pages/render-shell.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { languageTag } from '../../platform/words/language-tag.ts';
import { verifyCatalogues } from '../../http/pages/page-catalogues.ts';

const VERIFIER = '@field-inspection/pages/dist/verifier.js';
const HEAD = /^[0-9a-f]{64}$/;

/**
 * The page on which anybody verifies a report or a bundle, with its verifier. All of it is loaded at once: what is
 * verified stays in the browser, and no network is needed for it.
 */
export const verifyPages = (): PageRoute[] => [
  { path: '/verify', answer: (request) => answerPage(request, { head: null, root: '' }) },
  {
    path: '/verify/:head',
    answer: (request) => answerPage(request, { head: request.params.head ?? '', root: '../' }),
  },
  // A policy of its own: the thread that holds the file can't reach the network, whatever is wrong with it.
  staticFile('/verify/assets/verifier.js', createRequire(import.meta.url).resolve(VERIFIER), {
    'Content-Security-Policy': "default-src 'none'",
  }),
];

type Place = {
  /** What the address holds as a head; null where it holds none. */
  head: string | null;
  /** Leads from the page to the server's root. */
  root: string;
};

const answerPage = ({ query, headers }: PageRequest, { head, root }: Place): Page => {
  const isHead = head !== null && HEAD.test(head);
  const isMalformed = head !== null && !isHead;
  const locale = pickLocale(headers['accept-language'], query.locale);
  const texts = verifyCatalogues[locale];
  return {
    // An address that was cut off leads nowhere, but a file can be verified there all the same.
    status: isMalformed ? 404 : 200,
    headers: { ...verifyPageHeaders(isHead), 'Content-Language': locale, Vary: 'Accept-Language' },
    body: renderShell({
      entry: 'verify',
      locale,
      root,
      title: texts.title,
      words: texts.intro,
      below: renderLanguages(locale),
      script: {
        // As apps/pages/src/verify/judging.ts reads it.
        data: { root, head: isHead ? head : '', isMalformed, texts },
        required: texts.javascript_required,
      },
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

/** The same page in each language, under its own name. */
const renderLanguages = (current: LocaleCode): Html =>
  html`<nav class="languages" aria-label="${verifyCatalogues[current].languages}">
    <ul>
      ${LOCALES.map((locale) => {
        const name = new Intl.DisplayNames([languageTag(locale)], { type: 'language' }).of(locale) ?? locale;
        return locale === current
          ? html`<li><span lang="${locale}" aria-current="true">${name}</span></li>`
          : html`<li><a href="?locale=${locale}" lang="${locale}" hreflang="${locale}">${name}</a></li>`;
      })}
    </ul>
  </nav>`;
