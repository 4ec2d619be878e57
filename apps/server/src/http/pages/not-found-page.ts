import { html, type Html } from './html.ts';
import { signCatalogues, verifyCatalogues } from './page-catalogues.ts';
import { type Page, pageHeaders, sitePage } from './page.ts';
import { pickLocale } from './pick-locale.ts';
import { renderShell } from './render-shell.ts';

/**
 * The page for a path of the documentation where nothing is. It says where to go next, and repeats nothing of the
 * address, whose text others may have chosen.
 *
 * @param path the path that was asked for; the links lead back from it
 */
export const notFoundPage = (path: string): Page =>
  sitePage({
    title: 'There is nothing here',
    root: leadTo(path, ''),
    content: html`<p>
        The address may be misspelled, or what was here may be gone. If you have a link from a message, open
        it exactly as you received it.
      </p>
      <ul>
        ${linkTo(path, READING).map((link) => html`<li>${link}</li>`)}
      </ul>`,
  });

/** A person at any other path most likely has a link that was cut, and is told so as on a page whose link is dead. */
export const lostPage = (path: string, acceptLanguage: string | undefined): Page => {
  if (path.startsWith('/docs/')) return notFoundPage(path);
  const locale = pickLocale(acceptLanguage);
  const verify = [{ href: 'verify', label: verifyCatalogues[locale].title }];
  // Pages that tell about the service are in English.
  const below = html`<footer class="brand-footer">
    <p>${linkTo(path, verify)}</p>
    <p lang="en">${linkTo(path, READING)}</p>
  </footer>`;
  return renderLost(path, acceptLanguage, below);
};

/** An organisation's domain has none of the linked pages. */
export const bareLostPage = (path: string, acceptLanguage: string | undefined): Page =>
  renderLost(path, acceptLanguage);

const renderLost = (path: string, acceptLanguage: string | undefined, below?: Html): Page => {
  const locale = pickLocale(acceptLanguage);
  const texts = signCatalogues[locale];
  const body = renderShell({
    entry: 'sign',
    locale,
    root: leadTo(path, ''),
    title: texts['ended.unknown.heading'],
    words: texts['ended.unknown'],
    ...(below && { below }),
  });
  return { headers: { ...pageHeaders(), 'Content-Language': locale }, body };
};

type Link = { href: string; label: string };

const READING: Link[] = [
  { href: '', label: 'Start page' },
  { href: 'docs', label: 'Documentation' },
  { href: 'docs/reference', label: 'API reference' },
  { href: 'docs/errors', label: 'Errors' },
];

const linkTo = (path: string, links: readonly Link[]): Html[] =>
  links.map(({ href, label }) => html`<a href="${leadTo(path, href)}">${label}</a>`);

// Relative, since a proxy may serve the service below a path of its own.
const leadTo = (path: string, href: string): string =>
  ('../'.repeat(Math.max(0, path.split('/').length - 2)) || './') + href;
