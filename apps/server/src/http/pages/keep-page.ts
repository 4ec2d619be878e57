import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page, PageRequest } from './page.ts';
import { zipPage } from './zip-page.ts';

/** `ask` each time whether a copy holds, or `keep` files with their content's hash in the name. */
const CACHE_CONTROL = { ask: 'no-cache', keep: 'public, max-age=31536000, immutable' };

/** Unless `caches` may `keep` it, a browser asks each time, so that no new server meets an old page or script. */
export const keepPage = (
  make: () => Page | Promise<Page>,
  caches: keyof typeof CACHE_CONTROL = 'ask',
): ((request: PageRequest) => Promise<Page>) => {
  let making: Promise<Kept> | undefined;
  return async (request) => {
    making ??= keep(make).catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    const { page, zipped, etag } = await making;
    const { 'Content-Type': type = '', ...rest } = page.headers;
    const shared = { ...rest, 'Cache-Control': CACHE_CONTROL[caches], ETag: etag, Vary: 'Accept-Encoding' };
    if (holds(request.headers['if-none-match'], etag)) return { status: 304, headers: shared, body: '' };
    return zipPage({ headers: { ...shared, 'Content-Type': type }, body: page.body }, request, zipped);
  };
};

type Kept = { page: Page; zipped: Buffer; etag: string };

const keep = async (make: () => Page | Promise<Page>): Promise<Kept> => {
  const page = await make();
  const bytes = Buffer.from(page.body);
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { page, zipped: await promisify(gzip)(bytes, { level: 9 }), etag };
};

// RFC 9110 13.1.2: a list of tags, compared weakly.
const holds = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));
