import { keepPage } from '../../../http/pages/keep-page.ts';
import type { Page, PageRequest, PageRoute } from '../../../http/pages/page.ts';
import { isOwnName } from '../../../http/pages/is-own-name.ts';
import type { Context } from '../../../context.ts';
import type { SampleTarget } from '../samples/write-samples.ts';

export const textFile = (path: string, type: string, write: () => string | Promise<string>): PageRoute => ({
  path,
  answer: keepPage(async () => ({
    headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' },
    body: await write(),
  })),
});

export const markdownFile = (path: string, write: () => string): PageRoute =>
  textFile(path, 'text/markdown; charset=utf-8', write);

export type Reader = Pick<Context, 'config' | 'clock' | 'log'> & {
  readSampleKey?: (() => string | undefined) | undefined;
};

/** Keeps two pages: with the demo's key for those who may see the key, without it for all others. */
export const keepForReader = (
  reader: Reader,
  render: (target: SampleTarget) => Page,
): ((request: PageRequest) => Promise<Page>) => {
  const { config } = reader;
  const withKey = keepPage(() => render({ baseUrl: config.baseUrl, apiKey: reader.readSampleKey?.() }));
  const plain = keepPage(() => render({ baseUrl: config.baseUrl }));
  return (request) => (sampleKeyFor(reader, request) ? withKey(request) : plain(request));
};

/** Only a page that was asked for by a name of this server has the demo's key. */
export const sampleKeyFor = (
  { config, readSampleKey }: Reader,
  request: Pick<PageRequest, 'headers'>,
): string | undefined => (isOwnName(config.baseUrl, request) ? readSampleKey?.() : undefined);
