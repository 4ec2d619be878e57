import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import { LOCALES } from '@field-inspection/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuild } from '../../http/pages/read-build.ts';
import { BRAND } from '../../testing/open-branded-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const KB = 1024;
const { entries, files } = readBuild('field');
const { script, sheets } = entries.get('main')!;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.client.branding.update(BRAND);
});
afterAll(() => server.close());

/** Bytes over the network for a browser that takes gzip, headers included. */
const load = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'gzip' };
    get(server.baseUrl + path, { headers, agent: false }, (reply) => {
      expect([path, reply.statusCode, reply.headers['content-encoding']]).toEqual([path, 200, 'gzip']);
      const { socket } = reply;
      reply.resume().once('end', () => resolve(socket.bytesRead));
    }).once('error', reject);
  });

describe('the field application', () => {
  it.each(LOCALES)(
    'is at most 25 kB in 3 requests before the first tap, as it is sent with a brand, in %s',
    async (locale) => {
      const session = await server.client.sessions.create({ locale });
      const path = `/join/${session.id}`;
      const page = await (await fetch(server.baseUrl + path)).text();
      expect(page).toContain(BRAND.footer);
      const named = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, name]) => name!);
      expect(named).toEqual([...sheets, script]);
      const loaded = await Promise.all([path, ...named.map((name) => `/join/${name}`)].map(load));
      expect(loaded.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(25 * KB);
    },
  );

  it('loads nothing more by itself: what the first script needs is in it', () => {
    expect(files.get(script)!.toString()).not.toMatch(/(from|import)\s*["'`]\.\//);
  });

  it('is at most 80 kB, whole and compressed', () => {
    const loaded = [...files].filter(([name]) => name.startsWith('assets/'));
    const sizes = loaded.map(([, bytes]) => gzipSync(bytes).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80 * KB);
  });
});

describe('the small pages', () => {
  it.each([
    ['/sign', 'en', 20],
    ['/sign', 'el', 20],
    ['/report', 'en', 20],
    ['/report', 'el', 20],
    ['/sign-in', 'en', 20],
    ['/sign-in', 'el', 20],
    ['/invitations', 'en', 14],
    ['/invitations', 'el', 14],
    // The page is measured without its verifier.
    ['/verify', 'en', 20],
    ['/verify', 'el', 20],
  ])('%s in %s is at most %i kB, whole and compressed', async (path, locale, most) => {
    const page = await fetch(server.baseUrl + path, { headers: { 'Accept-Language': locale } });
    const body = await page.text();
    const pages = readBuild('pages');
    const named = [...body.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, name]) => name!);
    const imported = named.flatMap((name) =>
      [
        ...pages.files
          .get(name)!
          .toString()
          .matchAll(/from\s*[`'"]\.\/([\w.-]+)/g),
      ].map(([, file]) => `assets/${file}`),
    );
    expect(imported.length).toBeGreaterThan(0);
    const sizes = [Buffer.from(body), ...[...named, ...imported].map((name) => pages.files.get(name)!)].map(
      (bytes) => gzipSync(bytes).length,
    );
    console.log(
      path,
      locale,
      sizes.reduce((sum, size) => sum + size),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most * KB);
  });
});
