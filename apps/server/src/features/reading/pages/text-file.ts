import { keepPage } from '../../../http/pages/keep-page.ts';
import type { PageRoute } from '../../../http/pages/page.ts';

/** A file that is made at its first request, such as `text/markdown; charset=utf-8`. */
export const textFile = (path: string, type: string, write: () => string | Promise<string>): PageRoute => ({
  path,
  answer: keepPage(async () => ({
    headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' },
    body: await write(),
  })),
});

export const markdownFile = (path: string, write: () => string): PageRoute =>
  textFile(path, 'text/markdown; charset=utf-8', write);
