import { createServer } from 'node:http';
import type { FieldInspection } from '@field-inspection/sdk';
import { listenOnLoopback } from '@field-inspection/server/testing/listen-on-loopback';
import { makeLink } from '@field-inspection/server/testing/sign-in';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../packages/sdk/src/testing/bundle.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { openSignInWorld, type SignInWorld } from './sign-in-page/open-sign-in-world.ts';
import { drivePage } from './sign-page/open-signing-world.ts';

type Sdk = { FieldInspection: typeof FieldInspection };

let world: SignInWorld;
let browser: Browser;
let code: string;
let device: BrowserContext;
let page: Page;

const loadSdk = async (page: Page): Promise<void> => {
  const content = `import * as sdk from 'data:text/javascript;base64,${code}'; globalThis.sdk = sdk;`;
  await page.addScriptTag({ type: 'module', content });
  await page.waitForFunction('globalThis.sdk');
};

describe.skipIf(!hasBrowser)('a page with the SDK, and no key,', () => {
  beforeAll(async () => {
    world = await openSignInWorld();
    browser = await openBrowser();
    code = Buffer.from(await bundle('FieldInspection', 'client.ts')).toString('base64');
  });
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });
  beforeEach(async () => {
    device = await browser.newContext({ locale: 'en-GB', bypassCSP: true });
    page = await device.newPage();
    const { baseUrl, context } = world.server;
    await page.goto(`${baseUrl}/sign-in?return=%2Fsign-in#${await makeLink(context, await world.add())}`);
    await page.locator('.button').click();
    await drivePage(page).isThere('You are signed in');
  });
  afterEach(() => device.close());

  it('on the service’s origin lists and creates as the member who is signed in', async () => {
    const { requests } = watchPage(page);
    for (let count = 0; count < 3; count++) await world.server.client.sessions.create({});
    await loadSdk(page);
    const told = await page.evaluate(async () => {
      const { FieldInspection: Client } = (globalThis as unknown as { sdk: Sdk }).sdk;
      const client = new Client({ session: 'cookie' });
      const key = { idempotencyKey: 'order-1' };
      const { id } = await client.sessions.create({ notes: 'Roof' }, key);
      const again = await client.sessions.create({ notes: 'Roof' }, key);
      const me = await client.me.get();
      const paged = await client.sessions.list({ limit: 2 }).toArray({ limit: 100 });
      const refused = await client.credentials
        .list()
        .then(String, (error: unknown) => (error as { code: string }).code);
      return { id, again: again.id, role: me.role, paged: paged.map((session) => session.id), refused };
    });
    expect(told).toMatchObject({ again: told.id, role: 'inspector', refused: 'permission_denied' });
    expect(told.paged).toContain(told.id);
    expect(told.paged.length).toBeGreaterThanOrEqual(4);

    const calls = requests.filter(({ url }) => url.includes('/v1/'));
    expect(calls.length).toBeGreaterThanOrEqual(6);
    for (const { url, headers } of calls) {
      expect(new URL(url).origin).toBe(world.server.baseUrl);
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  it('tells who is signed out by an AuthenticationError', async () => {
    await device.clearCookies();
    await loadSdk(page);
    const told = await page.evaluate(async () => {
      const { FieldInspection: Client } = (globalThis as unknown as { sdk: Sdk }).sdk;
      const client = new Client({ session: 'cookie' });
      return client.sessions.create().then(String, (error: unknown) => {
        const { name, code } = error as { name: string; code: string };
        return [name, code];
      });
    });
    expect(told).toEqual(['AuthenticationError', 'unauthenticated']);
  });

  it('of another port of the same host can make no such client, and reads and changes nothing without it', async () => {
    const other = await listenOnLoopback(
      createServer((_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Other</p>'),
      ),
    );
    try {
      const service = world.server.baseUrl;
      const { hostname } = new URL(service);
      const { prisma } = world.server.context.database;
      const before = await prisma.session.count();
      await page.goto(`http://${hostname}:${other.port}/`);
      await loadSdk(page);
      const told = await page.evaluate(async (baseUrl) => {
        const { FieldInspection: Client } = (globalThis as unknown as { sdk: Sdk }).sdk;
        const tell = (error: unknown) => (error as Error).name;
        let made = 'made';
        try {
          new Client({ session: 'cookie', baseUrl });
        } catch (error) {
          made = tell(error);
        }
        // A page without the SDK makes a simple request, which asks for no leave before.
        const send = (method: string) =>
          fetch(`${baseUrl}/api/v1/public/sessions`, { method, credentials: 'include' }).then(
            () => 'read',
            tell,
          );
        const blind = await fetch(`${baseUrl}/api/v1/public/sessions`, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
        }).then(({ type }) => type, tell);
        return [made, await send('GET'), await send('POST'), blind];
      }, service);
      expect(told).toEqual(['UsageError', 'TypeError', 'TypeError', 'opaque']);
      expect(await prisma.session.count()).toBe(before);
    } finally {
      await other.close();
    }
  });
});
