import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PageRoute } from './page.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves one file, read and compressed at its first request and kept. A browser asks each time whether its
 * copy still holds, so that a new version of the server is never met with an old script. `more` are further headers.
 */
export const staticFile = (path: string, file: string, more: Record<string, string> = {}): PageRoute => {
  const type = TYPES[extname(file)];
  if (!type) throw new Error(`${file}: add its content type to static-file.ts`);
  let loading: Promise<Loaded> | undefined;
  return {
    path,
    answer: async ({ headers }) => {
      loading ??= load(file);
      const { plain, zipped, etag } = await loading;
      const shared = {
        'Cache-Control': 'no-cache',
        ETag: etag,
        Vary: 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
        ...more,
      };
      if (headers['if-none-match'] === etag) return { status: 304, headers: shared, body: '' };
      const described = { ...shared, 'Content-Type': type };
      if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return { headers: described, body: plain };
      return { headers: { ...described, 'Content-Encoding': 'gzip' }, body: zipped };
    },
  };
};

type Loaded = { plain: Buffer; zipped: Buffer; etag: string };

const load = async (file: string): Promise<Loaded> => {
  const plain = await readFile(file);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, zipped: await promisify(gzip)(plain), etag };
};
