import { readFile } from 'node:fs/promises';
import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contrast, readColour } from '../../testing/contrast.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { signCatalogues } from './words/sign-catalogues.ts';

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

const PAGES = ['/sign', '/sign/return?state=k3yR0s&code=SplxlOBeZQQYbYS6WxSbIA'];

describe.each(PAGES)('the sign page at %s', (path) => {
  it('lets in nothing from elsewhere, is in no frame, no cache and no referrer', async () => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; script-src 'self'; connect-src 'self'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'request-id': expect.stringMatching(/^req_/),
    });
  });

  it('has nothing of its address in it', async () => {
    expect((await get(path)).body).not.toMatch(/k3yR0s|SplxlOBeZQQYbYS6WxSbIA/);
  });

  it('takes nothing: GET and HEAD only', async () => {
    const answer = await fetch(server.baseUrl + path, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('brings all files from this server', async () => {
    const { body } = await get(path);
    const paths = [...body.matchAll(/(?:src|href)="([^"?]+)"/g)].map(([, found]) => found!);
    expect(paths).toHaveLength(4);
    for (const found of paths) {
      expect((await get(new URL(found, server.baseUrl + path).pathname)).status).toBe(200);
    }
  });

  it.each(LOCALES)('has a text in every place in %s, and no script or style of its own', async (locale) => {
    const { body, headers } = await get(path, { 'Accept-Language': locale });
    expect(headers.get('content-language')).toBe(locale);
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(body).toContain(`<title>${signCatalogues[locale].title}</title>`);
    expect(body).not.toMatch(/\{\{|undefined|<style|style="|\son\w+="/);
    expect(body.match(/<script\b/g)).toHaveLength(1);
    for (const [, name] of body.matchAll(/data-text="([^"]+)"/g)) {
      expect(Object.keys(signCatalogues[locale])).toContain(name);
    }
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

it.each(['/sign/', '/sign/other', '/sign/return/', '/sign/assets/xx.json', '/sign/assets/sign-page.html'])(
  '404 as a problem for %s',
  async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ]);
  },
);

it('asks whether a copy of a file still holds', async () => {
  for (const name of ['sign-page.js', 'sign-calls.js', 'sign-views.js', 'sign-words.js', 'sign-page.css']) {
    const url = `${server.baseUrl}/sign/assets/${name}`;
    const first = await fetch(url);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const again = await fetch(url, { headers: { 'If-None-Match': first.headers.get('etag')! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

describe('the colours of the sign page', () => {
  // WCAG 2.2, 1.4.3 and 1.4.11: 4.5 for text, 3 for what only has a shape.
  it.each([
    ['text', 'card', 4.5],
    ['text', 'back', 4.5],
    ['quiet', 'card', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-hover', 4.5],
    ['accent', 'card', 4.5],
    ['card', 'error', 4.5],
    ['error', 'error-back', 4.5],
    ['good', 'good-back', 4.5],
    ['doubt', 'doubt-back', 4.5],
    ['line', 'card', 3],
  ])('%s on %s have enough contrast, light and dark', async (front, back, least) => {
    const css = await readFile(new URL('./static/sign-page.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
    for (const scheme of [light, dark]) {
      expect(contrast(readColour(scheme, front), readColour(scheme, back))).toBeGreaterThanOrEqual(least);
    }
  });
});
