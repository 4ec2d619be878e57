import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page, type Request } from 'playwright-core';

// script/fetch-chromium unpacks the first path. Its package has none for some machines, which may have their own.
const UNPACKED_PATH = fileURLToPath(new URL('../.toolchain/chromium/run', import.meta.url));
const INSTALLED_PATH = '/usr/bin/chromium';
const FOUND_PATH = existsSync(UNPACKED_PATH) ? UNPACKED_PATH : INSTALLED_PATH;
const { CHROMIUM_PATH = FOUND_PATH } = process.env;

/** Tests that need a Chromium run only then. */
export const hasBrowser = existsSync(CHROMIUM_PATH);

/** Pictures are compared only where the browser and its font are those that were approved. */
export const isOwnBrowser = CHROMIUM_PATH === UNPACKED_PATH;

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
    '--use-fake-device-for-media-stream=fps=5',
  ],
};

export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...more] });

const GIVEN_UP = 'net::ERR_ABORTED';

export const watchPage = (page: Page) => {
  const requests: { url: string; headers: Record<string, string> }[] = [];
  const faults: string[] = [];
  // A browser drops the open requests of a page that is left, and reports it before or after the next page comes.
  let pages = 0;
  const pageOf = new WeakMap<Request, number>();
  const leave = () => {
    pages += 1;
    const kept = faults.filter((fault) => !fault.endsWith(GIVEN_UP));
    faults.splice(0, faults.length, ...kept);
  };
  page.on('framenavigated', leave);
  page.on('close', leave);
  page.on('request', (request) => {
    pageOf.set(request, pages);
    requests.push({ url: request.url(), headers: request.headers() });
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason === GIVEN_UP && pageOf.get(request) !== pages) return;
    faults.push(`${request.url()}: ${reason}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // The browser reports each 4xx of the API, which is an answer and no fault.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) faults.push(message.text());
  });
  return { requests, faults };
};
