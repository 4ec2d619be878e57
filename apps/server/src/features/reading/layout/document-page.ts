import { html, type Html } from '../../../http/pages/html.ts';
import { pageHeaders, type Page } from '../../../http/pages/page.ts';
import { renderNavigation } from './navigation.ts';

export type Content = {
  path: string;
  title: string;
  /** Search engines show this sentence below the title. */
  description: string;
  content: Html;
  sections?: readonly { title: string; anchor: string }[];
  /** The Markdown has the page's address with .md behind it. */
  hasMarkdown?: boolean;
};

export const documentPage = ({ path, title, description, content, ...rest }: Content): Page => {
  const root = rootOf(path);
  return {
    headers: pageHeaders({ 'script-src': "'self'", 'connect-src': "'self'" }),
    body: html`<!doctype html>
      <html lang="en" data-root="${root}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Field Inspection Service</title>
          <meta name="description" content="${description}" />
          <link rel="icon" href="${root}favicon.svg" />
          <link rel="stylesheet" href="${root}docs/assets/pages.css" />
          ${rest.hasMarkdown ? html`<link rel="alternate" type="text/markdown" href="${root}${path}.md" />` : ''}
          <script src="${root}docs/assets/search.js" defer></script>
          <script src="${root}docs/assets/copy-code.js" defer></script>
        </head>
        <body class="documents">
          <a class="skip" href="#content">To the text</a>
          <header>
            <a class="brand" href="${root === '' ? './' : root}">Field Inspection Service</a>
            ${SEARCH}
            <a class="menu" href="#menu">Menu</a>
          </header>
          <main id="content" tabindex="-1">
            <h1>${title}</h1>
            ${content}
            ${rest.hasMarkdown ? html`<p class="quiet"><a href="${root}${path}.md">This page as Markdown</a></p>` : ''}
          </main>
          <nav id="menu" aria-label="Documents" tabindex="-1">
            ${renderNavigation({ path, root, sections: rest.sections ?? [] })}
          </nav>
        </body>
      </html> `.markup,
  };
};

export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1);

const SEARCH = html`<form role="search">
  <label for="search">Search</label>
  <input id="search" type="search" placeholder="Guides, operations, SDK" autocomplete="off" />
  <ul id="found" aria-label="Found" hidden></ul>
  <p id="found-count" class="hidden" role="status"></p>
</form>`;
