import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { BROWSER } from '../open-browser.ts';

/** A phone: a browser whose storage outlives it. */
export type Phone = {
  /** Gives the browser that runs now. */
  context: () => BrowserContext;
  page: () => Page;
  /** Ends the browser as a dead battery does. */
  kill: () => Promise<void>;
  /** Opens the phone again, with all that it kept. */
  open: () => Promise<void>;
  close: () => Promise<void>;
};

export const openPhone = async (): Promise<Phone> => {
  const directory = await mkdtemp(join(tmpdir(), 'fis-phone-'));
  let context: BrowserContext;
  const open = async () => {
    const viewport = { width: 360, height: 640 };
    context = await chromium.launchPersistentContext(directory, { ...BROWSER, viewport, locale: 'en-GB' });
  };
  await open();
  return {
    context: () => context,
    page: () => context.pages()[0]!,
    open,
    kill: async () => {
      const isClosed = new Promise((resolve) => context.once('close', resolve));
      process.kill(await findBrowser(context), 'SIGKILL');
      await isClosed;
    },
    close: async () => {
      await context.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const findBrowser = async (context: BrowserContext): Promise<number> => {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'browser')!.id;
};
