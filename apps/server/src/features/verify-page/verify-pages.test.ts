import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { verifyCatalogues } from '../../http/pages/page-catalogues.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const HEAD = '0a'.repeat(32);

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.baseUrl + path, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const languageOf = (page: string) => /<html lang="([\w-]+)"/.exec(page)?.[1];

const NOTHING_ELSE =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; script-src 'self'; worker-src 'self'";

describe('the verify page', () => {
  it('may ask this server alone where its address has a head', async () => {
    const { status, headers, body } = await get(`/verify/${HEAD}`);
    expect([status, headers.get('content-security-policy')]).toEqual([
      200,
      `${NOTHING_ELSE}; connect-src 'self'`,
    ]);
    expect(body).toContain(`&quot;head&quot;:&quot;${HEAD}&quot;`);
  });

  it.each(['0a', 'A'.repeat(64), `${HEAD}0`, '%22%3E%3Cscript%3E', 'assets'])(
    '404 for %s, which is no head; a file can be verified there all the same',
    async (given) => {
      const { status, headers, body } = await get(`/verify/${given}`);
      expect([status, headers.get('content-security-policy')]).toEqual([404, NOTHING_ELSE]);
      expect(body).toContain('This address is incomplete');
      expect(body).toContain('&quot;head&quot;:&quot;&quot;,&quot;isMalformed&quot;:true');
      expect(body).toMatch(/<script type="module" src="\.\.\/assets\/verify-[\w-]+\.js">/);
      expect(body).not.toContain('"><script>');
    },
  );

  it.each(['/verify/assets/other.js', `/verify/${HEAD}/more`, '/verify/'])(
    '404 as a problem for %s',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('application/problem+json'),
      ]);
    },
  );

  it('takes nothing into the verifier: GET and HEAD only', async () => {
    const answer = await fetch(`${server.baseUrl}/verify/assets/verifier.js`, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('speaks the language of ?locale=, else of the browser, else English', async () => {
    const asked = async (query: string, header: string) =>
      languageOf((await get(`/verify${query}`, { 'Accept-Language': header })).body);
    expect(await asked('', 'pl-PL,de;q=0.5')).toBe('pl');
    expect(await asked('?locale=sv', 'pl')).toBe('sv');
    expect(await asked('?locale=pt-BR', 'pl')).toBe('pt-PT');
    expect(await asked('?locale=DE', 'pl')).toBe('de');
    expect(await asked('?locale=xx', 'pl')).toBe('pl');
    expect(await asked('?locale=sv&locale=de', 'pl')).toBe('pl');
    expect(await asked('', 'ja')).toBe('en-GB');
  });

  it.each(LOCALES)('has its title in %s', async (locale) => {
    const { body, headers } = await get(`/verify/${HEAD}?locale=${locale}`);
    expect(headers.get('content-language')).toBe(locale);
    expect(body).toContain(`<title>${verifyCatalogues[locale].title}</title>`);
  });

  it('leads to itself in every other language', async () => {
    const { body } = await get('/verify?locale=el');
    const listed = [...body.matchAll(/href="\?locale=(\w+)"/g)].map(([, code]) => code);
    expect(listed).toEqual(LOCALES.filter((locale) => locale !== 'el'));
    expect(body).toContain('aria-current="true">Ελληνικά<');
  });
});

describe('the verifier', () => {
  it('can not reach the network: its policy allows nothing', async () => {
    const { status, headers } = await get('/verify/assets/verifier.js');
    expect([status, headers.get('content-security-policy')]).toEqual([200, "default-src 'none'"]);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it('is one file, which imports nothing and makes no code of texts', async () => {
    const { body } = await get('/verify/assets/verifier.js');
    expect(body).toContain('malformed_zip');
    expect(body).toContain('malformed_pdf');
    expect(body).not.toMatch(/\bimport\b|\brequire\(|\beval\(|\bFunction\(|\bfetch\(|XMLHttpRequest/);
  });

  it('is asked for again only when it changed', async () => {
    const path = '/verify/assets/verifier.js';
    const etag = (await get(path)).headers.get('etag')!;
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
  });
});
