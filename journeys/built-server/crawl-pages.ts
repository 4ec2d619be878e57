/** Beside what pages lead to. */
const FIRST = [
  '/',
  '/docs/explorer.json',
  '/docs/search.json',
  '/invitations',
  '/join/0190b3a5-7c1e-7f00-8000-000000000000',
  '/join/worker.js',
  '/llms-full.txt',
  '/report',
  '/sign',
  '/sign-in',
  '/v1/arazzo.yaml',
  '/v1/openapi.json',
  '/v1/postman.json',
  '/verify/assets/verifier.js',
];

const AT_ONCE = 8;

export type Crawled = { path: string; status: number; bytes: number };

/** Follows every link of the service's pages to pages and files of the service. */
export const crawlPages = async (baseUrl: string): Promise<Crawled[]> => {
  const seen = new Set(FIRST);
  const waiting = [...FIRST];
  const crawled: Crawled[] = [];
  const readNext = async (path: string): Promise<void> => {
    const response = await fetch(baseUrl + path);
    const body = await response.text();
    crawled.push({ path, status: response.status, bytes: body.length });
    if (!response.headers.get('content-type')?.startsWith('text/html')) return;
    for (const link of listLinks(body, response.url)) {
      if (seen.has(link)) continue;
      seen.add(link);
      waiting.push(link);
    }
  };
  while (waiting.length > 0) await Promise.all(waiting.splice(0, AT_ONCE).map(readNext));
  return crawled;
};

const listLinks = (body: string, address: string): string[] =>
  [...body.matchAll(/<(?:a|link|script|img)\b[^>]*?\b(?:href|src)="([^"]+)"/g)]
    .map(([, link]) => new URL(link!.replaceAll('&amp;', '&'), address))
    .filter(({ origin }) => origin === new URL(address).origin)
    .map(({ pathname }) => pathname);
