import { type TestServer, startTestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openBrowser, watchPage } from './open-browser.ts';

export type Phone = {
  server: TestServer;
  device: BrowserContext;
  page: Page;
  watched: ReturnType<typeof watchPage>;
};

type Options = {
  settings?: Record<string, string>;
  /** Flags of the browser itself, such as for other devices that are made up. */
  flags?: readonly string[];
  /** Options of the browser's context, such as the viewport. */
  context?: BrowserContextOptions;
  /** Whether the page may have faults, such as requests without a network, or a test that closes it. */
  hasFaults?: boolean;
};

/** Gives a server and a browser for the tests of a block, and for each test a phone of its own, with nothing on it. */
export const usePhone = (
  give: (phone: Phone) => void,
  { settings = {}, flags = [], context = {}, hasFaults = false }: Options = {},
): void => {
  let server: TestServer;
  let browser: Browser;
  let phone: Phone;
  beforeAll(async () => {
    server = await startTestServer(settings);
    browser = await openBrowser(flags);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    const device = await browser.newContext({ locale: 'en-GB', ...context });
    await device.addInitScript(TAKE_TAPS_AT_ONCE);
    const page = await device.newPage();
    phone = { server, device, page, watched: watchPage(page) };
    give(phone);
  });
  afterEach(async () => {
    if (!hasFaults) expect(phone.watched.faults).toEqual([]);
    await phone.device.close();
  });
};

/**
 * A script for pages whose screens take a tap as soon as they are there: a test means each tap, and would wait half a
 * second at each screen for the guard against a person's second tap.
 */
export const TAKE_TAPS_AT_ONCE = {
  content: `{ const sheet = new CSSStyleSheet();
    sheet.replaceSync('.coming { animation-duration: 0s }');
    document.adoptedStyleSheets = [sheet]; }`,
};
