import { fileURLToPath } from 'node:url';
import type { PageRoute } from './page.ts';
import { staticFile } from './static-file.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./static/${name}`, import.meta.url));

/** What every page takes: the icon, and the sheet that those for people stand on. */
export const sharedFiles = (): PageRoute[] => [
  staticFile('/favicon.svg', fileOf('favicon.svg')),
  staticFile('/assets/page-base.css', fileOf('page-base.css')),
];
