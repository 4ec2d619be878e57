type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** A page of the application: all that is navigated to within the worker's scope. */
export const isPage = ({ method, mode }: Asked): boolean => method === 'GET' && mode === 'navigate';

/** True for a page among the kept files: any path of the scope that is no file. */
export const isPageName = (url: string, scope: string): boolean =>
  url.startsWith(scope) && !url.startsWith(new URL('assets/', scope).href);

const ASSETS = ['assets/', '../branding/', '../favicon.svg'];

/** True for a file of the application, the logo or the icon, whose content never changes. `scope` ends with join/. */
export const isAsset = ({ method, url }: Asked, scope: string): boolean =>
  method === 'GET' && ASSETS.some((path) => url.startsWith(new URL(path, scope).href));

/** Cache of one version and language of the files, with the pages that ask for them. */
type Kept = { name: string; pages: readonly string[] };

/** Versions and languages that are kept: a phone has little room. */
const MAX_KEPT = 8;

/**
 * The caches that may go. The first is the one in use, and those behind it were made before: each stays while it has a
 * page that none before it has, since that page asks for its files.
 */
export const listOutdated = (newestFirst: readonly Kept[]): string[] => {
  const known = new Set<string>();
  let kept = 0;
  const outdated: string[] = [];
  for (const [position, { name, pages }] of newestFirst.entries()) {
    const isNeeded = position === 0 || pages.some((page) => !known.has(page));
    if (isNeeded && kept < MAX_KEPT) {
      kept += 1;
      for (const page of pages) known.add(page);
    } else outdated.push(name);
  }
  return outdated;
};
