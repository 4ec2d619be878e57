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

/** Loaded at once, the verifier too: the verified file stays in the browser, and verifying needs no network. */
export const verifyPages = (): PageRoute[] => [
  { path: '/verify', answer: (request) => answerPage(request, { head: null, root: '' }) },
  {
    path: '/verify/:head',
    answer: (request) => answerPage(request, { head: request.params.head ?? '', root: '../' }),
  },
  // This policy keeps the thread that holds the file off the network, even if the thread has a fault.
  staticFile('/verify/assets/verifier.js', createRequire(import.meta.url).resolve(VERIFIER), {
    'Content-Security-Policy': "default-src 'none'",
  }),
];

type Address = {
  head: string | null;
  root: string;
};

const answerPage = ({ query, headers }: PageRequest, { head, root }: Address): Page => {
  const isHead = head !== null && HEAD.test(head);
  const isMalformed = head !== null && !isHead;
  const locale = pickLocale(headers['accept-language'], query.locale);
  const texts = verifyCatalogues[locale];
  return {
    // A cut-off address leads nowhere, but a file can still be verified there.
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
        // apps/pages/src/verify/judging.ts reads this data.
        data: { root, head: isHead ? head : '', isMalformed, texts },
        required: texts.javascript_required,
      },
    }),
  };
};

// Only a page with a head may ask the service for the head.
const verifyPageHeaders = (hasHead: boolean) =>
  pageHeaders({
    'script-src': "'self'",
    'worker-src': "'self'",
    ...(hasHead && { 'connect-src': "'self'" }),
  });

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
