import { fileURLToPath } from 'node:url';
import { html } from '../../../http/pages/html.ts';
import { pageHeaders, type Page, type PageRequest, type PageRoute } from '../../../http/pages/page.ts';
import { staticFile } from '../../../http/pages/static-file.ts';
import { explorerDocument } from '../formats/explorer-document.ts';
import { sampleKeyFor, type Reader } from './keep-for-reader.ts';

const SCALAR = fileURLToPath(
  new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
);

/** The page on which operations are tried out: 1.5 MB that no other page loads. */
export const explorerPages = (reader: Reader): PageRoute[] => [
  { path: '/docs/explorer', answer: (request) => renderExplorer(reader, request) },
  {
    path: '/docs/explorer.json',
    answer: () => ({
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
      body: JSON.stringify(explorerDocument(reader.config.baseUrl, reader.clock)),
    }),
  },
  staticFile('/docs/assets/scalar.js', SCALAR),
  staticFile('/docs/assets/explorer.js', fileURLToPath(new URL('../static/explorer.js', import.meta.url))),
];

const renderExplorer = (reader: Reader, request: PageRequest): Page => ({
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
        <title>Try it out · Field Inspection Service</title>
        <link rel="icon" href="../favicon.svg" />
      </head>
      <body>
        <p style="margin: 0.75rem 1.25rem; font-family: system-ui">
          <a href="reference">Back to the reference</a> ·
          <a href="third-party-notices.txt">Third-party notices</a>
        </p>
        <div
          id="reference"
          data-document="explorer.json"
          data-key="${sampleKeyFor(reader, request) ?? ''}"
        ></div>
        <noscript>This page needs JavaScript. The reference needs none.</noscript>
        <script src="assets/scalar.js"></script>
        <script src="assets/explorer.js"></script>
      </body>
    </html> `.markup,
});
