import { html, type Html } from '../../../http/pages/html.ts';
import { SHELVES, FURTHER } from '../documents/document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { readChapters } from '../reference/read-operations.ts';

type Item = { path: string; title: string };

export const listNavigation = (): { title: string; items: Item[] }[] => [
  { title: 'Start', items: [{ path: 'docs', title: 'Overview' }] },
  ...[...Object.keys(SHELVES), FURTHER]
    .map((title) => ({ title, items: listShelf(title) }))
    .filter(({ items }) => items.length > 0),
  {
    title: 'API reference',
    items: [
      { path: 'docs/reference', title: 'All operations' },
      ...readChapters().map(({ slug, title }) => ({ path: `docs/reference/${slug}`, title })),
      { path: 'docs/explorer', title: 'Try it out' },
    ],
  },
];

const listShelf = (shelf: string): Item[] => {
  const items: Item[] = listDocuments()
    .filter((document) => document.shelf === shelf)
    .map(({ path, title }) => ({ path, title }));
  if (shelf === 'SDK') return [...items, { path: 'docs/sdk/index', title: 'SDK reference' }];
  return items;
};

type Here = { path: string; root: string; sections: readonly { title: string; anchor: string }[] };

export const renderNavigation = ({ path, root, sections }: Here): Html =>
  html`${listNavigation().map(
    ({ title, items }) =>
      html`<h2>${title}</h2>
        <ul>
          ${items.map((item) =>
            item.path === path
              ? html`<li>
                  <a href="${root}${item.path}" aria-current="page">${item.title}</a>
                  ${renderSections(sections)}
                </li>`
              : html`<li><a href="${root}${item.path}">${item.title}</a></li>`,
          )}
        </ul>`,
  )}`;

const renderSections = (sections: Here['sections']): Html =>
  sections.length === 0
    ? html``
    : html`<ul>
        ${sections.map(({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>`)}
      </ul>`;
