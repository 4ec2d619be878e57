import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { keepPage } from './keep-page.ts';
import type { PageRoute } from './page.ts';
import { builtFiles } from './read-build.ts';
import { staticFile } from './static-file.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./static/${name}`, import.meta.url));

/** What every page takes: the icon, what the small pages for people are built of, and the sheet of those for reading. */
export const sharedFiles = (): PageRoute[] => [
  staticFile('/favicon.svg', fileOf('favicon.svg')),
  builtFiles('', 'pages'),
  { path: '/docs/assets/pages.css', answer: keepPage(joinStyles) },
];

// One file, since a page is not shown before the last of its styles has come.
const joinStyles = async () => {
  const parts = await Promise.all(
    ['pages.css', 'documents.css', 'search.css', 'code.css'].map((name) => readFile(fileOf(name), 'utf8')),
  );
  return {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
    body: parts.join('\n'),
  };
};
