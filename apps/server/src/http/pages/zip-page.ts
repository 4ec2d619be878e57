import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page, PageRequest } from './page.ts';

/**
 * The page as it is sent: compressed where the browser takes that. A size tells what a page repeats, so a page that holds
 * a secret must not show beside it what a request brings. `zipped` is its body, where that is compressed already.
 */
export const zipPage = async (
  page: Page,
  { headers }: Pick<PageRequest, 'headers'>,
  zipped?: Buffer,
): Promise<Page> => {
  const varied = { ...page, headers: { ...page.headers, Vary: 'Accept-Encoding' } };
  if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return varied;
  return {
    ...varied,
    headers: { ...varied.headers, 'Content-Encoding': 'gzip' },
    body: zipped ?? (await promisify(gzip)(page.body)),
  };
};
