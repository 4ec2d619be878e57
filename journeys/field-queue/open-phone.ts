import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { BROWSER } from '../open-browser.ts';

/** A phone: a browser whose storage outlives its death. */
export type Phone = {
  page: Page;
  context: BrowserContext;
  /** Ends the browser as a dead battery would. */
  kill: () => Promise<void>;
  /** Opens it again, with what it kept. */
  open: () => Promise<void>;
  close: () => Promise<void>;
};

export const openPhone = async (onOpened: (context: BrowserContext) => Promise<void>): Promise<Phone> => {
  const directory = await mkdtemp(join(tmpdir(), 'fis-phone-'));
  const phone = { close: async () => {} } as Phone;
  phone.open = async () => {
    phone.context = await chromium.launchPersistentContext(directory, {
      ...BROWSER,
      viewport: { width: 320, height: 640 },
      locale: 'en-GB',
    });
    await onOpened(phone.context);
    phone.page = phone.context.pages()[0] ?? (await phone.context.newPage());
  };
  phone.kill = async () => {
    const gone = new Promise((resolve) => phone.context.once('close', resolve));
    process.kill(await findBrowserPid(phone.context), 'SIGKILL');
    await gone;
  };
  phone.close = async () => {
    await phone.context.close();
    await rm(directory, { recursive: true, force: true });
  };
  await phone.open();
  return phone;
};

const findBrowserPid = async (context: BrowserContext): Promise<number> => {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'browser')!.id;
};
