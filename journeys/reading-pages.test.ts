import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { openSampleServer } from './open-sample-server.ts';
import { runAxe } from './run-axe.ts';

let server: Awaited<ReturnType<typeof openSampleServer>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;

const PAGES = [
  '/',
  '/docs',
  '/docs/webhooks',
  '/docs/errors',
  '/docs/reference',
  '/docs/reference/sessions',
  '/docs/reference/field-evidence',
  '/docs/reference/events',
  '/docs/sdk',
  '/docs/sdk/index/classes/Sessions',
];

// Colours do not depend on the width, nor the layout on colours.
const SCREENS = [
  { width: 360, colorScheme: 'light' },
  { width: 1200, colorScheme: 'dark' },
] as const;

type Screen = { width: number; colorScheme: 'light' | 'dark' };

const open = async (path: string, { width, colorScheme }: Screen = SCREENS[0]) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  const watched = watchPage(page);
  await page.goto(server.baseUrl + path);
  return { page, ...watched, close: () => context.close() };
};

const overflowOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.runIf(hasBrowser)('the documents', () => {
  beforeAll(async () => {
    server = await openSampleServer();
    // The SDK's reference is made at its first request, for which a page on a busy machine would not wait.
    await fetch(server.baseUrl + PAGES.at(-1));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  describe.each(SCREENS)('at $width px, $colorScheme', (screen) => {
    it.each(PAGES)('%s is accessible by axe, fits, and asks nobody but this server', async (path) => {
      const { page, requests, faults, close } = await open(path, screen);
      expect(await runAxe(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(faults).toEqual([]);
      expect(requests.filter(({ url }) => !url.startsWith(server.baseUrl))).toEqual([]);
      await close();
    });
  });

  it('a search says that it waits for its index, or that this can not be had, and finds once it is there', async () => {
    const { page, close } = await open('/docs');
    const asked = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    await page.route('**/docs/search.json', async (route) => {
      asked.resolve();
      await refused.promise;
      await route.fulfill({ status: 503, body: '' });
    });
    const listed = page.locator('#found li');
    await page.getByRole('searchbox').fill('webhooks');
    await asked.promise;
    expect(await listed.allInnerTexts()).toEqual(['Searching…']);
    refused.resolve();
    await expect.poll(() => listed.allInnerTexts()).toEqual(['The search index could not be loaded: 503']);
    await page.unroute('**/docs/search.json');
    await page.getByRole('searchbox').fill('webhook');
    await expect.poll(async () => (await listed.allInnerTexts())[0]).toContain('Webhooks');
    await close();
  });

  it('one search finds guides, operations and the SDK, by keyboard alone', async () => {
    const { page, faults, close } = await open('/docs');
    const search = async (query: string) => {
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill(query);
      await page.getByRole('status').filter({ hasText: 'found' }).waitFor({ state: 'attached' });
      return page.locator('#found a').allTextContents();
    };
    expect((await search('rotate secret')).join('\n')).toContain('Rotate the secret');
    expect(await runAxe(page)).toEqual([]);
    expect((await search('verifyWebhook')).join('\n')).toContain('SDK · Function');
    expect((await search('create a session'))[0]).toContain('POST /api/v1/public/sessions');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/sessions#createSession');
    expect(faults).toEqual([]);
    await close();
  });

  it('a word with a typo in it brings the guide of the word that is meant, and says so', async () => {
    const { page, faults, close } = await open('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('webhok');
    await page.getByRole('status').filter({ hasText: 'found for webhook' }).waitFor({ state: 'attached' });
    expect(await page.locator('#found li').first().textContent()).toContain('Found for “webhook”');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/webhooks');
    expect(faults).toEqual([]);
    await close();
  });

  it.each([
    [
      '/docs/webhooks',
      'Copy the code: Receive with the SDK',
      'npm install @field-inspection/sdk',
      SCREENS[0],
    ],
    ['/docs/reference/sessions', 'Copy the code: curl, Create a session', 'curl -X POST', SCREENS[0]],
    ['/docs/reference/sessions', 'Copy the code: SDK, Create a session', 'import {', SCREENS[1]],
  ])('%s: the button %s is used by keyboard, says that it copied, and covers no code', async (...given) => {
    const [path, name, code, screen] = given;
    const { page, faults, close } = await open(path, screen);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.getByRole('button', { name }).first();
    await page.locator('.code pre').first().focus();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    expect(await page.locator('button:focus').innerText()).toContain('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(code);
    const covered = await page.evaluate(`[...document.querySelectorAll('.code')].filter((block) => {
      const [code, button] = ['pre', 'button'].map((name) => block.querySelector(name).getBoundingClientRect());
      return button.width > 0 && code.top < button.bottom && code.bottom > button.top && code.right > button.left;
    }).length`);
    expect(covered).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('code is copied where the browser gives no clipboard, too, as it does over plain http', async () => {
    const { page, close } = await open('/docs/webhooks');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await page.getByRole('button', { name: 'Copy the code' }).first().click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+V');
    expect(await page.getByRole('searchbox').inputValue()).toContain('npm install @field-inspection/sdk');
    await close();
  });

  it.each(SCREENS)('what an address leads to stands below the header, at $width px', async (screen) => {
    const { page, close } = await open('/docs/reference/sessions#endSession', screen);
    const heading = await page.getByRole('heading', { name: 'End a session' }).boundingBox();
    const header = await page.locator('body > header').boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual(header?.height ?? Infinity);
    await close();
  });

  it.each(SCREENS)(
    'what the search field asks for is as dark as other quiet words, $colorScheme',
    async (screen) => {
      const { page, close } = await open('/docs', screen);
      const colours = await page.evaluate(
        `[['input[type=search]', '::placeholder'], ['.quiet', null]]
        .map(([element, part]) => getComputedStyle(document.querySelector(element), part).color)`,
      );
      const [placeholder, quiet] = colours as string[];
      expect(placeholder).toBe(quiet);
      await close();
    },
  );

  it('are read without scripts, too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.baseUrl}/docs/reference/sessions`);
    await page.getByRole('heading', { name: 'End a session' }).waitFor();
    expect(await page.getByRole('search').isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    await context.close();
  });

  it('load the explorer only when it is opened', async () => {
    const { page, requests, close } = await open('/docs/reference/sessions');
    expect(requests.map(({ url }) => url).filter((url) => url.includes('scalar'))).toEqual([]);
    await page.getByRole('link', { name: 'Try it out' }).nth(1).click();
    await page.waitForURL('**/docs/explorer?**');
    expect(requests.map(({ url }) => url).filter((url) => url.includes('scalar'))).toHaveLength(1);
    await close();
  });

  it.each(['light', 'dark'] as const)('the explorer is accessible by axe, %s', async (colorScheme) => {
    const { page, close } = await open('/docs/explorer?operation=createSession', {
      width: 1200,
      colorScheme,
    });
    await page
      .getByRole('button', { name: /Test Request.*post.*sessions/ })
      .first()
      .waitFor();
    await page.locator('.endpoints[tabindex]').first().waitFor();
    expect(await runAxe(page)).toEqual([]);
    await close();
  });

  it.each([
    ['createSession', 'post /api/v1/public/sessions', 201],
    ['listSessions', 'get /api/v1/public/sessions', 200],
    ['createCampaign', 'post /api/v1/public/campaigns', 201],
    ['createInspection', 'post /v1/sessions', 201],
  ])('the first Send of %s works as it is filled in', async (operation, call, status) => {
    const { page, faults, close } = await open(`/docs/explorer?operation=${operation}`, SCREENS[1]);
    await page
      .locator('button', { hasText: `Test Request(${call})` })
      .first()
      .click();
    const sent = page.waitForResponse((reply) => reply.request().headers()['authorization'] !== undefined);
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const reply = await sent;
    expect([reply.status(), new URL(reply.url()).search]).toEqual([status, '']);
    expect(reply.request().headers()['idempotency-key']).toBeUndefined();
    expect(faults).toEqual([]);
    await close();
  });
});
