import type { PageRequest } from './page.ts';

/** Another site's name that leads here (DNS rebinding) would let that site read the page. */
export const isOwnName = (baseUrl: string, { headers }: Pick<PageRequest, 'headers'>): boolean => {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return OWN_NAMES.has(host) || host === new URL(baseUrl).hostname;
};

const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
