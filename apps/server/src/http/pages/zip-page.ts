import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page, PageRequest } from './page.ts';

/** The compressed size tells what repeats: a page with a secret must not show text of the request beside it. */
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
