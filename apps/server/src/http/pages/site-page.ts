import { html, type Html } from './html.ts';
import { pageHeaders, type Page } from './page.ts';

/** One of the server's own plain pages. `root` leads from the page to the server's root, such as `../../`. */
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
