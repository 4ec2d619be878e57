import { gzipSync } from 'node:zlib';
import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuild } from '../../http/pages/read-build.ts';
import { openDomainWorld, type DomainWorld } from '../../testing/open-domain-world.ts';
import { signInAs } from '../../testing/sign-in.ts';

const KB = 1024;
const { entries, files } = readBuild('console');
const { script, sheets } = entries.get('console')!;

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world.server.close());

/** The files, and all that a browser fetches before it runs them. */
const listImported = (names: readonly string[], known = new Set<string>()): Set<string> => {
  for (const name of names.filter((each) => !known.has(each))) {
    known.add(name);
    const imports = files
      .get(name)!
      .toString()
      .matchAll(/(?:from|import)\s*[`'"]\.\/([\w.-]+)/g);
    listImported(
      [...imports].map(([, file]) => `assets/${file}`),
      known,
    );
  }
  return known;
};

const sizeOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(files.get(name)!).length, 0);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.server.baseUrl + path, { headers, redirect: 'manual' });

describe('the page of the console', () => {
  it.each(['/console', '/console/account', '/console/inspections/4711/photos'])(
    'is at %s, finds its files from there, and has nothing of its address in it',
    async (path) => {
      const page = await get(`${path}?k3yR0s`);
      const body = await page.text();
      expect(page.status).toBe(200);
      expect(body).not.toMatch(/4711|k3yR0s/);
      const named = [...body.matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg))"/g)].map(([, name]) => name!);
      expect(named.length).toBeGreaterThan(2);
      for (const name of named) {
        const file = await fetch(new URL(name, world.server.baseUrl + path));
        expect([name, file.status]).toEqual([name, 200]);
      }
    },
  );

  it('runs nothing but its own files, and no line within the page', async () => {
    const page = await get('/console');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self' blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "script-src 'self'",
      `connect-src 'self' ${new URL(world.server.context.config.baseUrl).origin.replace('http', 'ws')}`,
    ]);
    expect(page.headers.get('permissions-policy')).toBe('microphone=(self)');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const body = await page.text();
    expect(body.match(/<script[^>]*>/g)).toHaveLength(1);
    expect(body).not.toMatch(/<style| style=|https?:\/\//);
  });

  it.each(LOCALES)('is in %s for a browser that asks for it', async (locale) => {
    const page = await get('/console', { 'accept-language': locale });
    expect(page.headers.get('content-language')).toBe(locale);
  });

  it('is at the service’s own host alone: a session is a cookie of that host', async () => {
    const { domain } = await world.openVerified();
    const { status } = await world.ask(domain, '/console');
    expect(status).toBe(404);
  });
});

describe('the files of the console', () => {
  it('have their content’s hash in their names, and browsers keep them', async () => {
    for (const name of files.keys()) expect(name).toMatch(/^assets\/[\w-]+-[\w-]{8}\.(js|css)$/);
    const file = await get(`/console/${script}`);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('of another build are not there', async () => {
    expect((await get('/console/assets/console-AAAAAAAA.js')).status).toBe(404);
  });

  it('are at most 215 kB for the shell, and at most 30 kB more for each screen, 45 for the live room, compressed', () => {
    const shell = listImported([...sheets, script]);
    expect(sizeOf(shell)).toBeLessThanOrEqual(215 * KB);
    const screens = [...files.keys()].filter((name) => name.includes('-screen-'));
    expect(screens.length).toBeGreaterThan(2);
    for (const screen of screens) {
      const more = [...listImported([screen])].filter((name) => !shell.has(name));
      const mostKb = screen.includes('/live-') ? 45 : 30;
      expect([screen, sizeOf(more) <= mostKb * KB]).toEqual([screen, true]);
    }
  });
});

describe('the start page', () => {
  it('leads who is signed in to the console, and nobody else', async () => {
    const { cookie } = await signInAs(world.server, 'observer');
    const led = await get('/', { cookie });
    expect([led.status, led.headers.get('location')]).toEqual([303, 'console']);
    expect(led.headers.get('cache-control')).toBe('no-store');
    expect((await get('/')).status).toBe(200);
    expect((await get('/', { cookie: '__Host-fis_sign_in=abc' })).status).toBe(200);
  });
});
