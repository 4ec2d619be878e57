import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ERRORS_PAGE } from '../../paths.ts';
import { html } from './html.ts';
import { pageHeaders, sitePage, type Page, type PageRoute } from './page.ts';
import { renderMarkdown } from './render-markdown.ts';
import { staticFile } from './static-file.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./static/${name}`, import.meta.url));
const SCALAR = fileURLToPath(
  new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
);

/** The reference of the API and the page of its errors; every byte of them comes from this server. */
export const docsPages = (): PageRoute[] => [
  { path: '/docs', answer: answerReference },
  // The page's own addresses are relative to /docs.
  { path: '/docs/', answer: () => ({ status: 308, headers: { Location: '../docs' }, body: '' }) },
  { path: '/docs/errors', answer: answerErrors },
  staticFile('/docs/assets/scalar.js', SCALAR),
  staticFile('/docs/assets/reference.js', fileOf('reference.js')),
  staticFile('/docs/assets/pages.css', fileOf('pages.css')),
];

const answerReference = (): Page => ({
  headers: pageHeaders({
    'script-src': "'self'",
    // Scalar makes its styles while it runs; what users see comes from this server's own document.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
  }),
  body: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · Field Inspection Service</title>
        <link rel="icon" href="favicon.svg" />
      </head>
      <body>
        <div id="reference"></div>
        <noscript>The reference needs JavaScript. The same as OpenAPI 3.1 is at /v1/openapi.json.</noscript>
        <script src="docs/assets/scalar.js"></script>
        <script src="docs/assets/reference.js"></script>
      </body>
    </html> `.markup,
});

const answerErrors = async (): Promise<Page> =>
  sitePage({
    title: 'Errors',
    root: '../../',
    content: renderMarkdown(await readFile(ERRORS_PAGE, 'utf8')),
  });
