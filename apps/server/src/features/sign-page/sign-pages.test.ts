import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { signCatalogues } from '../../http/pages/page-catalogues.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.baseUrl + path, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const languageOf = (page: string) => /<html lang="([\w-]+)"/.exec(page)?.[1];

const PAGES = [
  ['/sign', 'title', 'review.sign', 'report.heading'],
  ['/sign/return?state=k3yR0s&code=SplxlOBeZQQYbYS6WxSbIA', 'title', 'review.sign', 'report.heading'],
  ['/report', 'title.read', 'report.heading', 'review.sign'],
] as const;

describe.each(PAGES)('the page at %s', (path, title, own, others) => {
  it('has nothing of its address in it', async () => {
    expect((await get(path)).body).not.toMatch(/k3yR0s|SplxlOBeZQQYbYS6WxSbIA/);
  });

  it.each(LOCALES)('has its title, and what its kind of link may show, in %s', async (locale) => {
    const { body, headers } = await get(path, { 'Accept-Language': locale });
    expect(headers.get('content-language')).toBe(locale);
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(body).toContain(`<title>${signCatalogues[locale][title]}</title>`);
    const [, data = ''] = /data-page="([^"]+)"/.exec(body)!;
    const { texts } = JSON.parse(
      data
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ) as object & { texts: Record<string, string> };
    expect(texts['title']).toBe(signCatalogues[locale][title]);
    expect([own in texts, others in texts]).toEqual([true, false]);
    expect(JSON.stringify(texts)).not.toContain('.read"');
  });
});

it('speaks the language of the browser until it knows the signature, else English', async () => {
  const asked = async (header: string) =>
    languageOf((await get('/sign', { 'Accept-Language': header })).body);
  expect(await asked('pl-PL,de;q=0.5')).toBe('pl');
  expect(await asked('ja')).toBe('en-GB');
});

it.each(LOCALES)('has the words of %s to fetch', async (locale) => {
  const { status, headers, body } = await get(`/sign/assets/${locale}.json`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(JSON.parse(body)).toEqual(signCatalogues[locale]);
});

it.each(['/sign/', '/sign/other', '/sign/return/', '/sign/assets/xx.json', '/sign/assets/sign.js'])(
  '404 as a problem for %s',
  async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ]);
  },
);
