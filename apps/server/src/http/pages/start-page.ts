import { html } from './html.ts';
import { sitePage, type PageRoute } from './page.ts';

/** The server's root: where everything is. */
export const startPage = ({ links }: { links: readonly { href: string; label: string }[] }): PageRoute => ({
  path: '/',
  answer: () =>
    sitePage({
      title: 'Field Inspection Service',
      root: '',
      content: html`<ul>
        ${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
      </ul>`,
    }),
});
