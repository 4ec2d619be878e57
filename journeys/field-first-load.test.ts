import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page, Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { usePhone, type Phone } from './use-phone.ts';

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="16"><rect width="64" height="16" fill="#7a1f5c"/></svg>`;

/** Guard against hanging. */
const PATIENCE = { timeout: 30_000 };

let server: TestServer;
let page: Page;
let watched: Phone['watched'];
let asked: string[];

const note = (message: unknown) => {
  const { request } = message as { request: IncomingMessage };
  // The SDK makes the test's own calls.
  if (/Chrom/.test(request.headers['user-agent'] ?? '')) asked.push(nameOf(request.url!));
};
const nameOf = (path: string): string => {
  if (/^\/v1\/sessions\/[^/]+\/join\//.test(path)) return 'the join';
  if (path.startsWith('/branding/')) return 'the logo';
  if (/^\/join\/[\w-]{36}$/.test(path)) return 'the page';
  return path.replace(/\?.*|^\/join\/(assets\/)?/g, '').replace(/-[\w-]{8}\./, '.');
};

describe.runIf(hasBrowser)('the first load of the field application', () => {
  usePhone((phone) => void ({ server, page, watched } = phone));
  beforeEach(() => {
    asked = [];
    subscribe('http.server.request.start', note);
  });
  afterEach(() => void unsubscribe('http.server.request.start', note));

  it('is three requests before the first tap works; the logo and the icon come after that, and the worker once the person is in', async () => {
    await server.client.branding.setLogo({ image: Buffer.from(LOGO).toString('base64') });
    const session = await server.client.sessions.create();
    const { join_url } = await server.client.participants.create(session.id, {});
    const script = Promise.withResolvers<void>();
    const isWanted = Promise.withResolvers<void>();
    await page.route('**/join/assets/main-*.js', async (route) => {
      isWanted.resolve();
      await script.promise;
      await route.continue();
    });
    const opened = page.goto(join_url);
    await isWanted.promise;
    // The page has been parsed and its sheet is there: by now it has asked for all else that it names.
    const isRead = "document.readyState === 'interactive' && document.styleSheets[0]?.cssRules.length > 0";
    await expect.poll(() => page.evaluate(isRead), PATIENCE).toBe(true);
    await page.evaluate("fetch('../readyz')");
    expect(asked).toEqual(['the page', 'main.css', '/readyz']);
    script.resolve();
    await opened;
    // Chromium's headless shell asks for no icon; other browsers ask for it after these files.
    const later = () => asked.slice(3).filter((name) => name !== '/favicon.svg');
    await expect.poll(later, PATIENCE).toEqual(['main.js', 'the logo']);
    expect(await page.evaluate('document.images[0].naturalWidth')).toBeGreaterThan(0);
    asked = [];
    await page.getByRole('button', { name: 'Join the inspection' }).click();
    await expect.poll(() => asked, PATIENCE).toContain('worker.js');
    expect(asked[0]).toBe('the join');
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  });

  it('says that there is no connection where the screens of the inspection do not come, and goes on once there is one', async () => {
    const session = await server.client.sessions.create();
    const { join_url } = await server.client.participants.create(session.id, {});
    await page.route('**/join/assets/inside-*.js', (route) => route.abort('internetdisconnected'));
    await page.goto(join_url);
    await page.getByRole('button', { name: 'Join the inspection' }).click();
    await page.getByText('No connection.').waitFor();
    await page.unroute('**/join/assets/inside-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'What do you allow?' }).waitFor();
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
  });

  it.each([
    ['camera-screen', 'Take a photo', 'May photos be taken?'],
    ['take-still', 'Take a photo', 'May photos be taken?'],
    ['open-shared', 'Sign', 'Sign'],
  ])(
    'says in a room whose file (%s) does not come that there is no connection, and brings it: after a tap, and by itself',
    async (name, room, heading) => {
      const file = `**/join/assets/${name}-*`;
      const button = (words: string) => page.getByRole('button', { name: words, exact: true });
      // The worker would bring the file, too.
      await page.addInitScript('navigator.serviceWorker.register = () => Promise.reject()');
      for (const way of ['a tap', 'by itself']) {
        const session = await server.client.sessions.create();
        const { join_url } = await server.client.participants.create(session.id, {});
        await page.route(file, (route) => route.abort('internetdisconnected'));
        await page.goto(join_url);
        await button('Join the inspection').click();
        await button('Continue').click();
        await button(room).click();
        await page.getByText('No connection.').waitFor();
        await page.unroute(file);
        if (way === 'a tap') await button('Try again').click();
        else await page.evaluate("dispatchEvent(new Event('online'))");
        await page.getByRole('heading', { name: heading }).waitFor();
      }
      expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))).toBe(
        true,
      );
    },
  );

  it('brings the file of a room by itself where a try that began without a network fails only after it is back', async () => {
    const isBack = Promise.withResolvers<void>();
    await page.addInitScript('navigator.serviceWorker.register = () => Promise.reject()');
    const { join_url } = await server.client.participants.create(
      (await server.client.sessions.create()).id,
      {},
    );
    const failLate = async (route: Route) => {
      await isBack.promise;
      await route.abort('internetdisconnected');
    };
    await page.route('**/join/assets/open-shared-*', failLate, { times: 1 });
    await page.goto(join_url);
    for (const words of ['Join the inspection', 'Continue', 'Sign'])
      await page.getByRole('button', { name: words, exact: true }).click();
    await page.getByRole('status').getByText('Connecting').waitFor();
    await page.evaluate("dispatchEvent(new Event('online'))");
    isBack.resolve();
    await page.getByRole('heading', { name: 'Sign' }).waitFor();
    expect(watched.faults.splice(0)).toEqual([expect.stringContaining('ERR_INTERNET_DISCONNECTED')]);
  });

  it.each(['inert', 'timeout'])(
    'says to a browser that is too old (without %s) to open the link in another one, and gives the link',
    async (lacking) => {
      await page.addInitScript(`
        delete ${lacking === 'inert' ? 'HTMLElement.prototype.inert' : 'AbortSignal.timeout'};
        for (const [owner, names] of [
          [Array.prototype, ['at', 'findLast', 'toSorted', 'toReversed']],
          [Object, ['hasOwn']],
          [globalThis, ['structuredClone']],
          [Intl, ['DisplayNames']],
          [crypto.__proto__, ['randomUUID']],
        ]) for (const name of names) delete owner[name];
      `);
      const session = await server.client.sessions.create();
      const { join_url } = await server.client.participants.create(session.id, {});
      await page.goto(join_url);
      await page
        .getByRole('heading', { name: 'This browser cannot be used for the inspection', exact: true })
        .waitFor();
      await page.getByRole('button', { name: 'Copy the link' }).waitFor();
      expect(await page.getByRole('button').count()).toBe(1);
    },
  );
});
