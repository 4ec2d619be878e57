import { LOCALES, type LocaleCode } from '@field-inspection/contract';
import { keepPage } from '../../http/pages/keep-page.ts';
import { type DeadLink, type Page, pageHeaders, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { renderShell } from '../../http/pages/render-shell.ts';
import { asFile } from '../../http/pages/read-build.ts';
import { languageTag } from '../../platform/words/language-tag.ts';
import { signCatalogues } from '../../http/pages/page-catalogues.ts';

/**
 * The same page behind sign_url, behind the link of a recipient of the report, and for the way back from a provider: the
 * token of the fragment, which no server sees, and the tab's own data tell what it is for. It comes in the browser's language; once it knows the signature it fetches
 * the words of its locale.
 */
export const signPages = (): PageRoute[] => [
  signPage('/sign', { root: '' }),
  signPage('/report', { root: '', isReading: true }),
  signPage('/sign/return', { root: '../', isReturn: true }),
  ...LOCALES.map((locale): PageRoute => ({
    path: `/sign/assets/${locale}.json`,
    answer: keepPage(() => asFile(`${locale}.json`, Buffer.from(JSON.stringify(signCatalogues[locale])))),
  })),
  ...LOCALES.map((locale): PageRoute => ({
    path: `/report/assets/${locale}.json`,
    answer: keepPage(() => asFile(`${locale}.json`, Buffer.from(JSON.stringify(textsOf(locale, true))))),
  })),
];

type Address = { root: string; isReading?: boolean; isReturn?: boolean };

const signPage = (path: string, { root, isReading = false, isReturn = false }: Address): PageRoute => ({
  path,
  answer: ({ headers }) => {
    const locale = pickLocale(headers['accept-language']);
    const texts = signCatalogues[locale];
    return {
      headers: {
        ...pageHeaders({ 'script-src': "'self'", 'connect-src': "'self'" }),
        'Content-Language': locale,
        Vary: 'Accept-Language',
      },
      body: renderShell({
        entry: 'sign',
        locale,
        root,
        title: texts[isReading ? 'title.read' : 'title'],
        script: {
          data: { root, isReading, isReturn, locale, texts: textsOf(locale, isReading), tags: TAGS },
          required: texts[isReading ? 'javascript_required.read' : 'javascript_required'],
        },
      }),
    };
  },
});

/**
 * A page is small: it brings along the texts of what its link is for, and no others. What a reader is told in other words
 * than a signer stands in the catalogue under the same key with `.read`.
 */
const textsOf = (locale: LocaleCode, isReading: boolean): Record<string, string> => {
  const entries = Object.entries(signCatalogues[locale]);
  if (!isReading) return Object.fromEntries(entries.filter(([key]) => !TO_READ.test(key)));
  const shared = entries.filter(([key]) => !TO_SIGN.test(key));
  const toRead = entries.filter(([key]) => key.endsWith(READ));
  return Object.fromEntries([...shared, ...toRead.map(([key, text]) => [key.slice(0, -READ.length), text])]);
};

const READ = '.read';
const TO_READ = /\.read$|^javascript|^report(_link)?\./;
const TO_SIGN =
  /\.read$|^(level|decline|away|return|signed|report_link)\.|^javascript|^review\.(heading|signature|signer|level|statement|demo|confirm|unread|sign|decline)$/;

const TAGS = Object.fromEntries(
  LOCALES.map((code) => [code, languageTag(code)]).filter(([code, tag]) => code !== tag),
);

export const deadLinkPage = ({ status, acceptLanguage }: DeadLink): Page => {
  const locale = pickLocale(acceptLanguage);
  const texts = signCatalogues[locale];
  const isOver = status === 410;
  const heading = texts[isOver ? 'ended.closed.heading' : 'ended.unknown.heading'];
  const words = texts[isOver ? 'report_link.expired' : 'report_link.unknown'];
  return {
    status,
    headers: { ...pageHeaders(), 'Content-Language': locale },
    body: renderShell({
      entry: 'sign',
      locale,
      root: '../../',
      title: heading,
      words,
    }),
  };
};
