type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** A page of the application: all that is navigated to within the worker's scope. */
export const isPage = ({ method, mode }: Asked): boolean => method === 'GET' && mode === 'navigate';

const ASSETS = ['assets/', '../branding/', '../favicon.svg'];

/** A file of the application, the logo or the icon: what has no other content tomorrow. `scope` ends with join/. */
export const isAsset = ({ method, url }: Asked, scope: string): boolean =>
  method === 'GET' && ASSETS.some((path) => url.startsWith(new URL(path, scope).href));
