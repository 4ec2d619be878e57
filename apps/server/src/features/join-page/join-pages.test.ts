import { readFile } from 'node:fs/promises';
import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contrast, readColour } from '../../testing/contrast.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const UNKNOWN_ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

const openPage = async (id: string, acceptLanguage = 'it') => {
  const response = await fetch(`${server.baseUrl}/join/${id}`, {
    headers: { 'Accept-Language': acceptLanguage },
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const languageOf = (page: string) => /<html lang="(\w+)"/.exec(page)?.[1];

describe('the join page', () => {
  it('lets in nothing from elsewhere, is in no frame, no cache and no referrer', async () => {
    const { status, headers } = await openPage(UNKNOWN_ID);
    const ws = server.baseUrl.replace('http', 'ws');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
        `frame-ancestors 'none'; script-src 'self'; connect-src 'self' ${ws}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self)',
      'request-id': expect.stringMatching(/^req_/),
    });
  });

  it("speaks the session's locale, whatever the browser prefers", async () => {
    const session = await server.client.sessions.create({ locale: 'sv' });
    expect(languageOf((await openPage(session.id)).body)).toBe('sv');
  });

  it('is else the same for an id that exists and for one that does not', async () => {
    const session = await server.client.sessions.create({ locale: 'it', notes: 'Roof' });
    const [known, unknown, noId] = await Promise.all(
      [session.id, UNKNOWN_ID, 'x'].map((id) => openPage(id, 'it-CH,fr;q=0.5')),
    );
    expect(known?.body).toBe(unknown?.body);
    expect(noId?.body).toBe(unknown?.body);
  });

  it.each(LOCALES)('has a text in every place in %s, and no script or style of its own', async (locale) => {
    const { body } = await openPage(UNKNOWN_ID, locale);
    expect(languageOf(body)).toBe(locale);
    expect(body).not.toMatch(/\{\{|undefined|<style|style="|\son\w+="/);
    expect(body.match(/<script\b[^>]*>[^<]*<\/script>/g)).toEqual([
      '<script type="module" src="assets/join-page.js"></script>',
    ]);
  });

  it('comes in the language of the browser when the database does not answer', async () => {
    const aside = await startTestServer();
    await aside.context.database.prisma.$executeRaw`alter table sessions rename to sessions_gone`;
    const page = await fetch(`${aside.baseUrl}/join/${UNKNOWN_ID}`, { headers: { 'Accept-Language': 'pl' } });
    expect([page.status, languageOf(await page.text())]).toEqual([200, 'pl']);
    await aside.close();
  });

  it('brings its files from this server, and asks whether a copy still holds', async () => {
    for (const name of ['join-page.js', 'live-connection.js', 'join-page.css']) {
      const url = `${server.baseUrl}/join/assets/${name}`;
      const first = await fetch(url);
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      const again = await fetch(url, { headers: { 'If-None-Match': first.headers.get('etag')! } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });
});

describe('the colours of the join page', () => {
  // WCAG 2.2, 1.4.3 and 1.4.11: 4.5 for text, 3 for what only has a shape.
  it.each([
    ['text', 'card', 4.5],
    ['quiet', 'card', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-hover', 4.5],
    ['accent', 'card', 4.5],
    ['error', 'error-back', 4.5],
    ['line', 'card', 3],
  ])('%s on %s have enough contrast, light and dark', async (front, back, least) => {
    const css = await readFile(new URL('./static/join-page.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
    for (const scheme of [light, dark]) {
      expect(contrast(readColour(scheme, front), readColour(scheme, back))).toBeGreaterThanOrEqual(least);
    }
  });
});
