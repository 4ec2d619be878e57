type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** Anything navigated to within the worker's scope is a page of the application. */
export const isPage = ({ method, mode }: Asked): boolean => method === 'GET' && mode === 'navigate';

export const isPageName = (url: string, scope: string): boolean =>
  url.startsWith(scope) && !url.startsWith(new URL('assets/', scope).href);

const ASSETS = ['assets/', '../branding/', '../favicon.svg'];

/** The content of such a file never changes under its name. `scope` ends with join/. */
export const isAsset = ({ method, url }: Asked, scope: string): boolean =>
  method === 'GET' && ASSETS.some((path) => url.startsWith(new URL(path, scope).href));

/** A cache holds one version and language of the files, with the pages that ask for them. */
type Kept = { name: string; pages: readonly string[] };

/** A phone has little room. */
const MAX_KEPT = 8;

/**
 * Lists the caches that may go. The newest is in use. An older cache stays while it has a page that no newer one has,
 * since that page asks for its files.
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
