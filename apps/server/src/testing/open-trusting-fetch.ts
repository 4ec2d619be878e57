import { Agent, fetch as fetchBy, type RequestInit as FetchInit } from 'undici';

/** Fetches as browsers do, by HTTP/2 where it is offered, and trusts the authority of a test. */
export const openTrustingFetch = (ca: string) => {
  const dispatcher = new Agent({ allowH2: true, connect: { ca } });
  return {
    fetch: async (url: string | URL, init: RequestInit = {}): Promise<Response> =>
      // Both are of undici, which Node.js has in another release.
      (await fetchBy(url, { ...init, dispatcher } as FetchInit)) as unknown as Response,
    close: () => dispatcher.destroy(),
  };
};
