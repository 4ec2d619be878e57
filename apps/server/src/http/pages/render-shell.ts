import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../platform/words/language-tag.ts';
import { html, type Html } from './html.ts';
import { readBuild } from './read-build.ts';

type Shell = {
  /** The entry of apps/pages that the page is of. */
  entry: 'sign' | 'verify' | 'invitation';
  locale: LocaleCode;
  /** Leads from the page to the server's root. */
  root: string;
  title: string;
  /** What its script is told; a page without has no script. */
  data?: object;
  content: Html;
};

/** The page of one of the small applications, before its script has come. */
export const renderShell = ({ entry, locale, root, title, data, content }: Shell): string => {
  const { script, sheets } = readBuild('pages').entries.get(entry)!;
  return html`<!doctype html>
    <html lang="${languageTag(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${root}favicon.svg" />
        ${sheets.map((sheet) => html`<link rel="stylesheet" href="${root}${sheet}" />`)}
        ${data ? html`<script type="module" src="${root}${script}"></script>` : html``}
      </head>
      <body>
        <main id="main" class="page" data-page="${JSON.stringify(data ?? {})}">${content}</main>
      </body>
    </html> `.markup;
};

/** What stands where the script puts the page, until then and where there is none. */
export const renderPlace = ({ heading, more }: { heading: string; more: Html }): Html =>
  html`<div id="app" class="app">
    <h1 class="heading">${heading}</h1>
    ${more}
  </div>`;

/** What is said to a browser without scripts. */
export const sayScriptNeeded = (words: string): Html =>
  html`<noscript><p class="error">${words}</p></noscript>`;
