import { readFile } from 'node:fs/promises';
import { contrastOf, LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readColour } from '../../testing/read-colour.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const open = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

/** The rights of each page beyond being shown. `WS` is the server itself, for a WebSocket. */
const PAGES: { path: string; policy: string; pictures?: string; headers?: Record<string, string> }[] = [
  {
    path: '/join/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
    policy: "media-src 'self' blob:; script-src 'self'; connect-src 'self' WS",
    pictures: "'self' blob: data:",
    headers: { 'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self)' },
  },
  { path: '/verify', policy: "script-src 'self'; worker-src 'self'" },
  {
    path: `/verify/${'0a'.repeat(32)}`,
    policy: "script-src 'self'; worker-src 'self'; connect-src 'self'",
  },
  { path: '/sign', policy: "script-src 'self'; connect-src 'self'" },
  { path: '/sign-in', policy: "script-src 'self'; connect-src 'self'" },
  { path: '/sign-in?return=/docs&step_up', policy: "script-src 'self'; connect-src 'self'" },
  { path: '/invitations', policy: "script-src 'self'; connect-src 'self'" },
  {
    path: '/sign/return?state=k3yR0s&code=SplxlOBeZQQYbYS6WxSbIA',
    policy: "script-src 'self'; connect-src 'self'",
  },
];

describe.each(PAGES)('the page at $path', ({ path, policy, pictures = "'self'", headers = {} }) => {
  it('lets in nothing from elsewhere, is in no frame, no cache and no referrer', async () => {
    const page = await open(server.baseUrl + path);
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src 'self'; img-src ${pictures}; base-uri 'none'; form-action 'none'; ` +
        `frame-ancestors 'none'; ${policy.replace('WS', server.baseUrl.replace('http', 'ws'))}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'request-id': expect.stringMatching(/^req_/),
      ...headers,
    });
  });

  it('takes nothing: GET and HEAD only', async () => {
    const answer = await fetch(server.baseUrl + path, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each(LOCALES)('has a text in every place in %s, and no script or style of its own', async (locale) => {
    const { body } = await open(server.baseUrl + path, { 'Accept-Language': locale });
    expect(/<html lang="(\w\w)/.exec(body)?.[1]).toBe(locale);
    expect(body).not.toMatch(/\{\{|undefined|<style|style="|\son\w+="/);
    expect(body.match(/<script\b/g)).toHaveLength(1);
    expect(body).toMatch(/<script type="module" src="[\w./-]+"><\/script>/);
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  // The field application has its own test: join-pages.test.ts.
  it.skipIf(path.startsWith('/join'))(
    'brings all files from this server, and asks whether a copy still holds, or has its hash in its name',
    async () => {
      const files = await listFiles(server.baseUrl + path);
      expect(files.length).toBeGreaterThanOrEqual(5);
      for (const file of files) {
        const isHashed = /\/assets\/[a-z-]+-[\w-]{8}\.(css|js)$/.test(file);
        expect([file, isHashed]).toEqual([file, !file.endsWith('/favicon.svg')]);
        const first = await open(file);
        const caches = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
        expect([file, first.status, first.headers.get('cache-control')]).toEqual([file, 200, caches]);
        const again = await open(file, { 'If-None-Match': first.headers.get('etag')! });
        expect([again.status, again.body]).toEqual([304, '']);
      }
    },
  );
});

const listFiles = async (page: string): Promise<string[]> => {
  const { body } = await open(page);
  const files = [...body.matchAll(/(?:src|href)="([^"?]+)"/g)].map(([, path]) => new URL(path!, page).href);
  for (const file of files.filter((each) => each.endsWith('.js'))) {
    const { body: script } = await open(file);
    files.push(
      ...[...script.matchAll(/from[`'"](\.[^`'"]+)[`'"]/g)].map(([, path]) => new URL(path!, file).href),
    );
  }
  return files;
};

describe('the colours of these pages', () => {
  // WCAG 2.2, 1.4.3 and 1.4.11: 4.5 for text, 3 for what only has a shape.
  it.each([
    ['text', 'card', 4.5],
    ['text', 'back', 4.5],
    ['text', 'good-back', 4.5],
    ['text', 'doubt-back', 4.5],
    ['text', 'error-back', 4.5],
    ['quiet', 'card', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-hover', 4.5],
    ['accent', 'card', 4.5],
    ['card', 'error', 4.5],
    ['error', 'card', 4.5],
    ['error', 'error-back', 4.5],
    ['good', 'card', 4.5],
    ['good', 'good-back', 4.5],
    ['doubt', 'doubt-back', 4.5],
    ['line', 'card', 3],
  ])('%s on %s have enough contrast, light and dark', async (front, back, least) => {
    const css = await readFile(new URL('../../../../../packages/ui/src/ui.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
    for (const scheme of [light, dark]) {
      expect(contrastOf(readColour(scheme, front), readColour(scheme, back))).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(['field/src/style/field', 'pages/src/sign/sign', 'pages/src/verify/verify'])(
    'are those of the shared sheet: %s has none of its own',
    async (sheet) => {
      const css = await readFile(new URL(`../../../../${sheet}.css`, import.meta.url), 'utf8');
      expect(css).toContain('var(--accent)');
      expect(css).not.toMatch(/^\s*--[\w-]+: #/m);
    },
  );
});
