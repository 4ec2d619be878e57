import type { IncomingHttpHeaders } from 'node:http';
import type { Domain } from '../hosts/create-domains.ts';
import { html, type Html } from './html.ts';

export type PageRequest = {
  params: Record<string, string>;
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  /** Pages of an organisation's domain know nothing of other organisations. */
  domain?: Domain | undefined;
};

export type Page = { status?: number; headers: Record<string, string>; body: string | Buffer };

/** A link that opens nothing, in a person's browser. */
export type DeadLink = { status: 404 | 410; acceptLanguage: string | undefined };

/** Knows no Express, so that features can make pages. */
export type PageRoute = {
  path: string;
  /** Without a label the start page has no link to the page. */
  label?: string;
  answer: (request: PageRequest) => Page | Promise<Page>;
};

/** Nothing from elsewhere, no frame, no referrer, no copy in a cache. */
export const pageHeaders = (policy: Record<string, string> = {}): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': Object.entries({ ...STRICT_POLICY, ...policy })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

const STRICT_POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

export const sitePage = ({ title, root, content }: { title: string; root: string; content: Html }): Page => ({
  headers: pageHeaders(),
  body: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="${root}favicon.svg" />
        <link rel="stylesheet" href="${root}docs/assets/pages.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.markup,
});
