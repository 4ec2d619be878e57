import { html } from './html.ts';
import { sitePage, type Page } from './page.ts';

/**
 * The page for a path where nothing is. It says where to go next, and repeats nothing of the address, whose text others
 * may have chosen.
 *
 * @param path the path that was asked for; the links lead back from it
 */
export const notFoundPage = (path: string, links: readonly Link[] = LINKS): Page =>
  sitePage({
    title: 'There is nothing here',
    root: leadTo(path, ''),
    content: html`<p>
        The address may be misspelled, or what was here may be gone. If you have a link from a message, open
        it exactly as you received it.
      </p>
      <ul>
        ${links.map(({ href, label }) => html`<li><a href="${leadTo(path, href)}">${label}</a></li>`)}
      </ul>`,
  });

/** An organisation's domain has none of the linked pages. */
export const bareNotFoundPage = (path: string): Page => notFoundPage(path, []);

type Link = { href: string; label: string };

const LINKS: Link[] = [
  { href: '', label: 'Start page' },
  { href: 'verify', label: 'Verify a report or a bundle' },
  { href: 'docs', label: 'Documentation' },
  { href: 'docs/reference', label: 'API reference' },
  { href: 'docs/errors', label: 'Errors' },
];

// Relative, since a proxy may serve the service below a path of its own.
const leadTo = (path: string, href: string): string =>
  ('../'.repeat(Math.max(0, path.split('/').length - 2)) || './') + href;
