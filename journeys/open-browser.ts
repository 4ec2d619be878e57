import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

// script/fetch-chromium unpacks the first. Its package has none for some machines, which may have one of their own.
const UNPACKED_PATH = fileURLToPath(new URL('../.toolchain/chromium/run', import.meta.url));
const INSTALLED_PATH = '/usr/bin/chromium';
const FOUND_PATH = existsSync(UNPACKED_PATH) ? UNPACKED_PATH : INSTALLED_PATH;
const { CHROMIUM_PATH = FOUND_PATH } = process.env;

/** Whether this machine has a Chromium: tests that need one run only then. */
export const hasBrowser = existsSync(CHROMIUM_PATH);

/** How a Chromium is started that talks to nobody but the test's server, with a camera that is made up. */
export const BROWSER = {
  executablePath: CHROMIUM_PATH,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
  ],
};

/** Such a Chromium. `more` are further flags. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...more] });

/** What a page asked for, and what went wrong in it: policy violations, thrown errors, failed requests. */
export const watchPage = (page: Page) => {
  const requests: { url: string; headers: Record<string, string> }[] = [];
  const faults: string[] = [];
  page.on('request', (request) => requests.push({ url: request.url(), headers: request.headers() }));
  page.on('requestfailed', (request) => {
    const fault = `${request.url()}: ${request.failure()?.errorText}`;
    // They are asked for when a page has loaded, and given up by the browser when the next page comes first.
    if (
      !/\/(favicon\.svg|v1\/field\/session|join\/assets\/[\w-]+\.(js|json|css)): net::ERR_ABORTED$/.test(
        fault,
      )
    )
      faults.push(fault);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser itself reports each 4xx of the API so; those are answers, not faults.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) faults.push(message.text());
  });
  return { requests, faults };
};
