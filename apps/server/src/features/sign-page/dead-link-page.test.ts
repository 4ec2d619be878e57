import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageTag } from '../../platform/words/language-tag.ts';
import { completeSession } from '../../testing/complete-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { signCatalogues } from '../../http/pages/page-catalogues.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let server: TestServer;
let links: { good: string; expired: string; wrong: string[] };
beforeAll(async () => {
  server = await startTestServer();
  const { sessionId } = await completeSession(server);
  const readLink = async () => (await server.client.evidence.get(sessionId)).pdf_url!;
  const expired = await readLink();
  server.clock.advance(15 * 60_000 + 1_000);
  const good = await readLink();
  const change = (change: (url: URL) => void): string => {
    const url = new URL(good);
    change(url);
    return url.href;
  };
  links = {
    good,
    expired,
    wrong: [
      change((url) => url.searchParams.set('signature', 'A'.repeat(43))),
      change((url) => url.searchParams.set('signature', 'cut=off')),
      change((url) => url.searchParams.delete('expires')),
      change((url) => (url.search = '')),
      change((url) => (url.pathname = '/v1/reports/nothing.pdf')),
    ],
  };
});
afterAll(() => server.close());

const open = async (link: string, headers: Record<string, string>, method = 'GET') => {
  const response = await fetch(link, { method, headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

describe('a dead link to a report', () => {
  it.each(LOCALES)('says to a person what to do, in their language: %s', async (locale) => {
    const texts = signCatalogues[locale];
    const asked = { accept: BROWSER, 'accept-language': `${locale};q=0.9, ja` };
    const late = await open(links.expired, asked);
    expect(late.status).toBe(410);
    for (const text of [texts['ended.closed.heading'], texts['report_link.expired']]) {
      expect(late.body).toContain(text.replaceAll("'", '&#39;'));
    }
    for (const link of links.wrong) {
      const wrong = await open(link, asked);
      expect([link, wrong.status]).toEqual([link, 404]);
      expect(wrong.body).toContain(texts['report_link.unknown']);
    }
    expect(late.headers.get('content-language')).toBe(locale);
    expect(late.body).toContain(`<html lang="${languageTag(locale)}">`);
    expect(late.body).not.toMatch(/undefined|<script|<style|style="|\son\w+="/);
  });

  it('comes with a strict policy, in no frame, no cache and no referrer, and without its address', async () => {
    for (const [link, status] of [
      [links.expired, 410],
      [links.wrong[0]!, 404],
    ] as const) {
      const page = await open(link, { accept: BROWSER });
      expect(page.status).toBe(status);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        vary: 'Accept, Accept-Language',
      });
      expect(page.body).not.toContain(new URL(link).searchParams.get('signature'));
    }
    expect((await open(links.expired, { accept: BROWSER }, 'HEAD')).body).toBe('');
  });

  it('brings its files from this server', async () => {
    const { body } = await open(links.expired, { accept: BROWSER });
    const files = [...body.matchAll(/href="([^"]+)"/g)].map(([, path]) => new URL(path!, links.expired).href);
    expect(files).toHaveLength(3);
    for (const file of files) expect((await open(file, {})).status).toBe(200);
  });

  it.each([
    {},
    { accept: '*/*' },
    { accept: 'application/json' },
    { accept: 'application/pdf' },
    { accept: 'application/problem+json, text/html;q=0.5' },
    { accept: 'application/json, text/html;q=0.5' },
  ])('stays a problem to a program: %o', async (headers) => {
    for (const [link, status, code] of [
      [links.expired, 410, 'link_expired'],
      [links.wrong[0]!, 404, 'not_found'],
      [links.wrong[1]!, 400, 'validation_error'],
    ] as const) {
      const problem = await open(link, headers);
      expect([problem.status, (JSON.parse(problem.body) as { code: string }).code]).toEqual([status, code]);
      expect(problem.headers.get('content-type')).toContain('application/problem+json');
      expect(problem.headers.get('vary')).toBe('Accept');
      expect(problem.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('is the only thing that gets a page: other routes refuse a browser with a problem, a live link opens', async () => {
    const other = await open(`${server.baseUrl}/v1/sessions`, { accept: BROWSER });
    expect([other.status, other.headers.get('content-type')]).toEqual([
      401,
      expect.stringContaining('application/problem+json'),
    ]);
    const good = await open(links.good, { accept: BROWSER });
    expect([good.status, good.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });
});
