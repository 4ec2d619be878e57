import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import type { PageRequest } from '../../http/pages/page.ts';
import { ROOT_DIR } from '../../paths.ts';
import { operatorPages } from './operator-pages.ts';

const routes = operatorPages({
  config: { baseUrl: 'http://demo.example:3000' } as never,
  readKey: () => 'fi_live_"key"',
});
const ask = async (path: string, host = '127.0.0.1:3000') => {
  const request: PageRequest = { params: {}, query: {}, headers: { host } };
  const page = await routes.find((route) => route.path === path)!.answer(request);
  return { status: page.status ?? 200, headers: page.headers, body: String(page.body) };
};

it('who sits at the server gets the demo’s key, as text, and no cache keeps it', async () => {
  const { status, headers, body } = await ask('/operator');
  expect(status).toBe(200);
  expect(body).toContain('content="fi_live_&quot;key&quot;"');
  expect(headers['Cache-Control']).toBe('no-store');
});

it.each(['rebound.example', '192.168.1.5:3000', ''])(
  'under the name %j the key is told to nobody',
  async (host) => {
    const { status, body } = await ask('/operator', host);
    expect(status).toBe(421);
    expect(body).not.toContain('fi_live');
    expect(body).toContain('http://demo.example:3000/operator');
  },
);

it('runs nothing but its own files, and reaches nothing but this server', async () => {
  const { headers, body } = await ask('/operator');
  const policy = headers['Content-Security-Policy']!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("connect-src 'self' ws://demo.example:3000");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const files = [...body.matchAll(/(?:src|href)="(operator\/[^"]+)"/g)].map(([, file]) => `/${file}`);
  expect(files.length).toBeGreaterThan(1);
  expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(files));
});

it('serves each file that its scripts import, and imports none from elsewhere', async () => {
  const scripts = routes.filter(({ path }) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(3);
  for (const { path } of scripts) {
    const { status, headers, body } = await ask(path);
    expect([status, headers['Content-Type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    for (const [, from] of body.matchAll(/^import .* from '([^']+)';$/gm))
      expect(routes.map((route) => route.path)).toContain(new URL(from!, `http://x${path}`).pathname);
  }
});

it('asks for no other path than that of the call, whatever stands in an id', async () => {
  const sent = vi.fn(async (_path: string, _request: { method: string }) => Response.json({}));
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('document', { querySelector: () => ({ content: 'key' }) });
  const file = pathToFileURL(join(ROOT_DIR, 'examples/operator-service.js')).href;
  const { openMedia, endSession } = (await import(file)) as Record<string, (id: string) => Promise<unknown>>;
  for (const id of ['a/end#', 'a/../b', 'a?b', 'a%2fend#']) await openMedia!(id);
  expect(sent.mock.calls.map(([path]) => new URL(path, 'http://host.example/').pathname)).toEqual([
    '/api/v1/public/sessions/a%2Fend%23/media',
    '/api/v1/public/sessions/a%2F..%2Fb/media',
    '/api/v1/public/sessions/a%3Fb/media',
    '/api/v1/public/sessions/a%252fend%23/media',
  ]);
  for (const id of ['', '.', '..']) expect(() => endSession!(id)).toThrow('There is no such id.');
  expect(sent).toHaveBeenCalledTimes(4);
});
