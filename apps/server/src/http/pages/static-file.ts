import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { keepPage } from './keep-page.ts';
import type { PageRoute } from './page.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export const typeOf = (file: string): string => {
  const type = TYPES[extname(file)];
  if (!type) throw new Error(`${file}: add its content type to static-file.ts`);
  return type;
};

/** Read at its first request and kept. `more` are further headers. */
export const staticFile = (path: string, file: string, more: Record<string, string> = {}): PageRoute => {
  const headers = { 'Content-Type': typeOf(file), 'X-Content-Type-Options': 'nosniff', ...more };
  return { path, answer: keepPage(async () => ({ headers, body: await readFile(file) })) };
};
