import type { Context } from '../../../context.ts';
import { keepPage } from '../../../http/pages/keep-page.ts';
import type { Page, PageRequest } from '../../../http/pages/page.ts';
import type { SampleTarget } from '../samples/write-samples.ts';

/** What the pages know of who reads them. */
export type Reader = Pick<Context, 'config' | 'clock'> & {
  /** The key that samples are filled in with; demo mode alone has one. */
  readSampleKey?: (() => string | undefined) | undefined;
};

/** Keeps a page that samples are on: with the demo's key for those who may see it, without it for all others. */
export const keepForReader = (
  reader: Reader,
  render: (target: SampleTarget) => Page,
): ((request: PageRequest) => Promise<Page>) => {
  const { config } = reader;
  const withKey = keepPage(() => render({ baseUrl: config.baseUrl, apiKey: reader.readSampleKey?.() }));
  const plain = keepPage(() => render({ baseUrl: config.baseUrl }));
  return (request) => (sampleKeyFor(reader, request) ? withKey(request) : plain(request));
};

/**
 * The demo's key, for a page that was asked for by the name of this machine or of BASE_URL. A name of somebody else's
 * that leads here (DNS rebinding) would let that site read the key.
 */
export const sampleKeyFor = (
  { config, readSampleKey }: Reader,
  { headers }: Pick<PageRequest, 'headers'>,
): string | undefined => {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  const isOwn = OWN_NAMES.has(host) || host === new URL(config.baseUrl).hostname;
  return isOwn ? readSampleKey?.() : undefined;
};

const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
