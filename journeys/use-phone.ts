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
  flags?: readonly string[];
  context?: BrowserContextOptions;
  /** True where the page may have faults, as without a network. */
  hasFaults?: boolean;
};

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
 * Screens take a tap at once: else each tap of a test would wait half a second for the guard against a person's second
 * tap.
 */
export const TAKE_TAPS_AT_ONCE = {
  content: `{ const sheet = new CSSStyleSheet();
    sheet.replaceSync('.coming { animation-duration: 0s }');
    document.adoptedStyleSheets = [sheet]; }`,
};
