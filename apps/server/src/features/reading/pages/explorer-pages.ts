import { fileURLToPath } from 'node:url';
import { html } from '../../../http/pages/html.ts';
import { type Page, pageHeaders, type PageRequest, type PageRoute } from '../../../http/pages/page.ts';
import { staticFile } from '../../../http/pages/static-file.ts';
import { type Reader, sampleKeyFor } from './text-file.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  exampleOf,
  follow,
  readOpenApi,
  type Parameter,
  type RawOperation,
  type Schema,
} from '../reference/openapi.ts';
import { sampleBody } from '../samples/sample-body.ts';
import { locateFile } from '../../../paths.ts';

const SCALAR = fileURLToPath(
  new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
);

/** A page of its own: 1.5 MB that no other page loads. */
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
  staticFile('/docs/assets/explorer.js', fileURLToPath(locateFile('features/reading/static/explorer.js'))),
];

const renderExplorer = (reader: Reader, request: PageRequest): Page => ({
  headers: pageHeaders({
    'script-src': "'self'",
    // Scalar makes its styles while it runs; its content is this server's own document.
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
        <header style="margin: 0.75rem 1.25rem; font-family: system-ui">
          <a href="reference">Back to the reference</a> ·
          <a href="third-party-notices.txt">Third-party notices</a>
        </header>
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

const AN_HOUR_MS = 3_600_000;

/** An example's id is nobody's, and its idempotency key everybody's: parameters are empty. */
const explorerDocument = (baseUrl: string, clock: Clock) => {
  const instant = new Date(clock.now().getTime() - AN_HOUR_MS).toISOString();
  const paths = Object.entries(readOpenApi().paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, openOperation(operation, instant)]),
    ),
  ]);
  return { ...readOpenApi(), servers: [{ url: baseUrl }], paths: Object.fromEntries(paths) };
};

const openOperation = (operation: RawOperation, instant: string) => ({
  ...operation,
  ...(operation.parameters && { parameters: operation.parameters.map(emptyParameter) }),
  ...(operation.requestBody && {
    requestBody: { ...operation.requestBody, content: openContent(operation.requestBody.content, instant) },
  }),
});

// The explorer would fill in the first of a list of values.
const emptyParameter = (given: NonNullable<RawOperation['parameters']>[number]): Parameter => {
  const parameter = follow<Parameter>(given);
  const { type, format, description } = follow<Schema>(parameter.schema);
  return {
    ...parameter,
    schema: { ...(type && { type }), ...(format && { format }), ...(description && { description }) },
  };
};

const openContent = (content: NonNullable<RawOperation['requestBody']>['content'], instant: string) =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, one]) => {
      const { examples: _examples, ...rest } = one;
      const example = sampleBody({ example: exampleOf(one), schema: one.schema }, { instant, id: () => '' });
      return [mediaType, { ...rest, ...(example !== undefined && { example }) }];
    }),
  );
