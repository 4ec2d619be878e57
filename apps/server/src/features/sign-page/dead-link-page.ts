import { html } from '../../http/pages/html.ts';
import { pageHeaders, type DeadLink, type Page } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { languageTag } from '../../platform/words/language-tag.ts';
import { signCatalogues } from './words/sign-catalogues.ts';

/** What a person sees whose link to a report has expired, or never was one: that of a signer, or any other. */
export const deadLinkPage = ({ status, acceptLanguage }: DeadLink): Page => {
  const locale = pickLocale(acceptLanguage);
  const texts = signCatalogues[locale];
  const isOver = status === 410;
  const heading = texts[isOver ? 'ended.closed.heading' : 'ended.unknown.heading'];
  return {
    status,
    headers: { ...pageHeaders(), 'Content-Language': locale },
    body: html`<!doctype html>
      <html lang="${languageTag(locale)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${heading}</title>
          <link rel="icon" href="../../favicon.svg" />
          <link rel="stylesheet" href="../../assets/page-base.css" />
          <link rel="stylesheet" href="../../sign/assets/sign-page.css" />
        </head>
        <body>
          <main>
            <h1>${heading}</h1>
            <p>${texts[isOver ? 'report_link.expired' : 'report_link.unknown']}</p>
          </main>
        </body>
      </html> `.markup,
  };
};
