import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ERROR_CODES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createHealth } from '../../http/probes/health.ts';
import { listenHttp, type HttpListener } from '../../http/listen-http.ts';
import { sendRaw } from '../../testing/send-raw.ts';
import { ROOT_DIR } from '../../paths.ts';
import { createLogger } from '../../platform/logger.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { listDocuments } from './documents/list-documents.ts';
import { readSdkDocuments } from './documents/read-sdk-documents.ts';
import { readChapters } from './reference/read-operations.ts';

const KEY = 'fis_theKeyOfTheDemo';

let server: TestServer;
let demo: HttpListener;
beforeAll(async () => {
  server = await startTestServer();
  const app = createApp(server.context, createHealth(server.context), { readSampleKey: () => KEY });
  demo = await listenHttp(app, { port: 0, host: '127.0.0.1' }, server.context);
});
afterAll(async () => {
  await demo.close();
  await server.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.baseUrl + path, { headers, redirect: 'manual' });

const read = async (path: string) => (await get(path)).text();

const SDK_DOCUMENTS = await readSdkDocuments({ log: createLogger('silent') });
const CHAPTERS = readChapters().map(({ slug }) => `/docs/reference/${slug}`);
const PAGES = ['/', '/docs', '/docs/reference', ...CHAPTERS].concat(
  [...listDocuments(), ...SDK_DOCUMENTS].map(({ path }) => `/${path}`),
);

const listLinks = (body: string, page: string): URL[] =>
  [...body.matchAll(/ (?:href|src)="([^"]*)"/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), server.baseUrl + page))
    .filter(({ origin }) => origin === server.baseUrl);

describe('the pages', () => {
  it('serve every guide, the README of the SDK and a page for each name of the SDK', () => {
    const paths = [...listDocuments(), ...SDK_DOCUMENTS].map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['docs/webhooks', 'docs/errors', 'docs/sdk', 'docs/changelog']),
    );
    expect(paths).toEqual(
      expect.arrayContaining(['docs/sdk/index', 'docs/sdk/index/classes/FieldInspection']),
    );
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('lead to each other: no link of any of them is dead, nor its anchor', async () => {
    const bodies = new Map<string, string>();
    const load = async (path: string) => {
      const known = bodies.get(path);
      if (known !== undefined) return known;
      const answer = await get(path);
      const body = answer.status === 200 ? await answer.text() : `status ${answer.status}`;
      bodies.set(path, body);
      return body;
    };
    const dead: string[] = [];
    for (const page of PAGES) {
      for (const { pathname, hash } of listLinks(await load(page), page)) {
        const target = await load(pathname);
        const isThere =
          !target.startsWith('status ') && (hash === '' || target.includes(` id="${hash.slice(1)}"`));
        if (!isThere) dead.push(`${page}: ${pathname}${hash}`);
      }
    }
    expect([...new Set(dead)]).toEqual([]);
  });

  it.each(['/', '/docs', '/docs/webhooks', '/docs/reference/sessions'])(
    '%s takes everything from this server, by a strict policy',
    async (path) => {
      const answer = await get(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      const body = await answer.text();
      expect(body).not.toMatch(/ src="https?:|<link[^>]+href="https?:|<script>|<style| style=| on\w+="/);
    },
  );

  it.each(['/', '/docs', '/docs/webhooks', '/docs/reference/sessions', '/docs/webhooks.md', '/llms.txt'])(
    '%s is not sent again while a copy of it holds',
    async (path) => {
      const first = await get(path);
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const again = await get(path, { 'If-None-Match': `"other", ${etag}` });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const changed = await get(path, { 'If-None-Match': '"other"' });
      expect([changed.status, (await changed.text()).length]).toEqual([200, (await first.text()).length]);
    },
  );

  it('weigh little: a page, its style and its scripts come in less than 16 kB', async () => {
    for (const path of ['/', '/docs/webhooks', '/docs/reference/sessions']) {
      const bodies = [
        await read(path),
        await read('/docs/assets/pages.css'),
        await read('/docs/assets/search.js'),
        await read('/docs/assets/copy-code.js'),
      ];
      const bytes = bodies.map((body) => gzipSync(body).length).reduce((sum, size) => sum + size, 0);
      expect(bytes, path).toBeLessThan(16_000);
    }
  });

  it('of the SDK are those of its names, and there is none of another', async () => {
    const page = '/docs/sdk/index/classes/FieldInspection';
    expect(await read(page)).toContain('<h1>Class: FieldInspection');
    for (const path of [`${page}s`, `${page}/`, '/docs/sdk/', '/docs/sdk/constructor']) {
      const answer = await get(path, { Accept: 'text/html' });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('There is nothing here');
    }
  });

  it('of the SDK are found by the search', async () => {
    const index = (await (await get('/docs/search.json')).json()) as [string, string, string][];
    expect(index).toContainEqual(
      expect.arrayContaining(['docs/sdk/index/classes/FieldInspection', 'SDK · Class']),
    );
  });

  it('/docs is found with a slash too', async () => {
    const answer = await get('/docs/');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '../docs']);
  });
});

describe('the start page', () => {
  it('says what this is, for whom, and what to do next', async () => {
    const body = await read('/');
    expect(body).toContain('An operator invites a field person by a link.');
    expect(body).toContain('Insurers, surveyors and manufacturers');
    expect(body).toContain('What to do next');
    for (const href of ['docs', 'docs/reference', 'docs/sdk', 'verify'])
      expect(body).toContain(`href="${href}"`);
  });
});

describe('the reference', () => {
  it('has every public operation at its anchor, and its errors lead to their explanation', async () => {
    const all = (await Promise.all(CHAPTERS.map(read))).join('\n');
    const document = (await (await get('/v1/openapi.json')).json()) as { paths: Record<string, object> };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>).map(([method, one]) => ({
        path,
        method: method.toUpperCase(),
        id: one.operationId,
      })),
    );
    expect(operations.length).toBeGreaterThan(60);
    const missing = operations.filter(
      ({ path, method, id }) =>
        !new RegExp(
          `<h2 id="${id}">[^<]*</h2>\\s*<p class="call">\\s*<span class="method \\w+">${method}</span>\\s*<code>${path.replace(/[{}.]/g, '\\$&')}</code`,
        ).test(all),
    );
    expect(missing).toEqual([]);
    for (const code of ['session.already_ended', 'rate_limited', 'version_conflict'])
      expect(all).toContain(`href="../../docs/errors#${code}"`);
  });

  it('has the key of demo mode in its samples, in demo mode only', async () => {
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${demo.port}${path}`)).text();
    for (const path of ['/', '/docs/reference/sessions', '/docs/explorer']) {
      expect(await ask(path)).toContain(KEY);
      expect(await read(path)).not.toContain('fis_');
    }
    expect(await read('/docs/reference/sessions')).toContain('process.env.FIELD_INSPECTION_API_KEY');
    for (const path of ['/llms-full.txt', '/v1/postman.json', '/docs/reference/sessions.md'])
      expect(await ask(path)).not.toContain(KEY);
  });

  it('keeps the key of demo mode from a site whose name leads here', async () => {
    const askAs = (host: string) =>
      sendRaw(
        `http://127.0.0.1:${demo.port}`,
        `GET /docs/reference/sessions HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
    const refused = await askAs('attacker.example');
    expect(refused).toMatch(/^HTTP\/1.1 421 /);
    expect(refused).not.toContain(KEY);
    const answer = await askAs('neighbour');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('FIELD_INSPECTION_API_KEY');
    expect(answer).not.toContain(KEY);
    expect(await askAs(`localhost:${demo.port}`)).toContain(KEY);
  });
});

describe('what the code and the contract say in words', () => {
  it('has its inline code rendered and escaped: no page shows a backtick outside of code', async () => {
    const shown: string[] = [];
    for (const page of PAGES) {
      const body = await read(page);
      const words = body.replace(/<code>[\s\S]*?<\/code>/g, '').match(/[^\n]*`[^\n]*/g) ?? [];
      shown.push(...words.map((line) => `${page}: ${line.trim()}`));
    }
    expect(shown).toEqual([]);
    expect(await read('/docs/reference')).toContain(
      '<p>What the page behind <code>sign_url</code> calls. No API key: the link and its code are the credential.</p>',
    );
  });
});

describe('/docs/errors', () => {
  it('has an anchor for every code, which is what problems link to', async () => {
    const body = await read('/docs/errors');
    expect(ERROR_CODES.filter((code) => !body.includes(`<h2 id="${code}">`))).toEqual([]);
    const problem = (await (await get('/api/v1/public/sessions')).json()) as { type: string };
    expect(problem.type).toBe(`${server.baseUrl}/docs/errors#unauthenticated`);
  });
});

it('the notices of others are here, and the page that brings their code leads to them', async () => {
  const notices = await get('/docs/third-party-notices.txt');
  expect(notices.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await notices.text()).toContain('@scalar/api-reference');
  expect(await read('/docs/explorer')).toContain('href="third-party-notices.txt"');
});

describe('for programs', () => {
  it('each page is there as Markdown, the two indexes too, whose links lead to Markdown', async () => {
    for (const page of PAGES.filter((path) => path !== '/')) {
      const answer = await get(`${page}.md`);
      expect([page, answer.status, answer.headers.get('content-type')]).toEqual([
        page,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(await answer.text()).toMatch(/^# /m);
    }
    expect(await read('/docs/webhooks.md')).toContain('[SDK](../docs/sdk.md)');
  });

  it.each(['/docs', '/docs/reference'])(
    '%s.md lists what the page lists, by links that are all there',
    async (page) => {
      const text = await read(`${page}.md`);
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
      for (const link of links) {
        const address = new URL(link, server.baseUrl + page);
        expect([link, (await fetch(address)).status]).toEqual([link, 200]);
      }
      const body = await read(page);
      expect(body).toContain(
        `<link rel="alternate" type="text/markdown" href="${page.split('/').at(-1) === 'docs' ? '' : '../'}${page.slice(1)}.md" />`,
      );
      const documents =
        page === '/docs' ? ['docs/webhooks.md', 'docs/changelog.md', 'docs/sdk/index.md'] : [];
      const chapters = CHAPTERS.map((chapter) => (page === '/docs' ? chapter.slice(1) : chapter.slice(6)));
      expect(links).toEqual(expect.arrayContaining([...documents, ...chapters.map((path) => `${path}.md`)]));
    },
  );

  it('llms.txt lists pages that are all there', async () => {
    const text = await read('/llms.txt');
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(30);
    expect(links).toContain(`${server.baseUrl}/docs.md`);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    const full = await read('/llms-full.txt');
    expect(full).toContain('# Webhooks');
    expect(full).toContain('`POST /api/v1/public/sessions` (createSession)');
  });

  it('the changelog says what every changeset says, and what each release has', async () => {
    const body = oneLine(await read('/docs/changelog.md'));
    for (const waiting of readChangesets()) expect(body).toContain(oneLine(waiting));
    expect(body).toContain('## 1.0.0');
    expect(body).toContain('Lists page by themselves: go by `has_more`');
  });
});

const CHANGESETS = join(ROOT_DIR, '.changeset');
const readChangesets = (): string[] =>
  readdirSync(CHANGESETS)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(CHANGESETS, name), 'utf8').split('---\n')[2]!.trim());

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
