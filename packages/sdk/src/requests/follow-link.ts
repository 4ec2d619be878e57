import type { FetchFunction } from '../http/web-types.ts';

/**
 * Wraps a `fetch` so that it follows a 302, once. The link is the right to read: the other origin sees which bytes are
 * wanted, and no key.
 */
export const followLink =
  (fetch: FetchFunction): FetchFunction =>
  async (url, init) => {
    const answer = await fetch(url, init);
    const link = answer.status === 302 && answer.headers.get('location');
    if (!link) return answer;
    const headers = new Headers();
    const range = init.headers.get('range');
    if (range) headers.set('range', range);
    return fetch(new URL(link, url).href, { ...init, headers });
  };
