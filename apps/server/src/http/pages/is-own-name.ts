import type { PageRequest } from './page.ts';

/**
 * Whether a page was asked for by the name of this machine or of BASE_URL. A name of somebody else's that leads here
 * (DNS rebinding) would let that site read what the page tells.
 */
export const isOwnName = (baseUrl: string, { headers }: Pick<PageRequest, 'headers'>): boolean => {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return OWN_NAMES.has(host) || host === new URL(baseUrl).hostname;
};

const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
