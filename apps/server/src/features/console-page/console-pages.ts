import type { Context } from '../../context.ts';
import { consoleCatalogues } from '../../http/pages/page-catalogues.ts';
import { html } from '../../http/pages/html.ts';
import { pageHeaders, type Page, type PageRequest, type PageRoute } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { builtFiles, readBuild } from '../../http/pages/read-build.ts';
import { languageTag } from '../../platform/words/language-tag.ts';

/** The console's screens have addresses of their own, and are all of one page. */
export const consolePages = (context: Pick<Context, 'config'>): PageRoute[] => [
  builtFiles('/console', 'console'),
  { path: '/console', label: 'Console', answer: (request) => showConsole(context, request, '') },
  {
    path: '/console/*screen',
    answer: (request) => {
      // Express 5 gives a wildcard as its parts.
      const depth = [request.params.screen ?? ''].flat().length;
      return showConsole(context, request, '../'.repeat(depth));
    },
  },
];

const headersAt = (baseUrl: string): Record<string, string> => ({
  ...pageHeaders({
    'script-src': "'self'",
    // Some browsers don't count a WebSocket of the same origin as 'self'.
    'connect-src': `'self' ${new URL(baseUrl).origin.replace(/^http/, 'ws')}`,
    // Photos come by the SDK, and are shown as blobs of the page's own.
    'img-src': "'self' blob:",
  }),
  'Permissions-Policy': 'microphone=(self)',
});

/** react-aria writes a style of its own into the page, which the policy refuses, unless an element has this id. */
const STYLE_OF_PRESSES = 'react-aria-pressable-style';

const showConsole = ({ config }: Pick<Context, 'config'>, { headers }: PageRequest, root: string): Page => {
  const locale = pickLocale(headers['accept-language']);
  const texts = consoleCatalogues[locale];
  const { script, sheets } = readBuild('console').entries.get('console')!;
  const files = `${root}console/`;
  return {
    headers: { ...headersAt(config.baseUrl), 'Content-Language': locale, Vary: 'Accept-Language' },
    // As apps/console/src/words/words.ts reads it.
    body: html`<!doctype html>
      <html lang="${languageTag(locale)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${texts.title}</title>
          <link rel="icon" href="${root}favicon.svg" />
          ${sheets.map((sheet) => html`<link rel="stylesheet" href="${files}${sheet}" />`)}
          <script type="module" id="${STYLE_OF_PRESSES}" src="${files}${script}"></script>
        </head>
        <body>
          <div id="app" data-page="${JSON.stringify({ texts, root })}">
            <noscript><p>${texts.javascript_required}</p></noscript>
          </div>
        </body>
      </html> `.markup,
  };
};
