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
