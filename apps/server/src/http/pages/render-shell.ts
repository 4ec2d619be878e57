import type { LocaleCode } from '@field-inspection/contract';
import { languageTag } from '../../platform/words/language-tag.ts';
import { html, type Html } from './html.ts';
import { readBuild } from './read-build.ts';

type Shell = {
  entry: 'sign' | 'sign-in' | 'verify' | 'invitation';
  locale: LocaleCode;
  root: string;
  title: string;
  heading?: string;
  words?: string;
  below?: Html;
  /** `required` is for a browser without scripts. Absent on a page without a script. */
  script?: { data: object; required: string };
};

const NOTHING = html``;

/** The script puts the page into `app`. */
export const renderShell = ({ entry, locale, root, title, heading = title, ...shell }: Shell): string => {
  const { words, below = NOTHING, script } = shell;
  const { script: file, sheets } = readBuild('pages').entries.get(entry)!;
  return html`<!doctype html>
    <html lang="${languageTag(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="${root}favicon.svg" />
        ${sheets.map((sheet) => html`<link rel="stylesheet" href="${root}${sheet}" />`)}
        ${script ? html`<script type="module" src="${root}${file}"></script>` : NOTHING}
      </head>
      <body>
        <main id="main" class="page" data-page="${JSON.stringify(script?.data ?? {})}">
          <div id="app" class="app">
            <h1 class="heading">${heading}</h1>
            ${words ? html`<p class="text">${words}</p>` : NOTHING}
            ${script ? html`<noscript><p class="error">${script.required}</p></noscript>` : NOTHING}
          </div>
          ${below}
        </main>
      </body>
    </html> `.markup;
};
