import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { NARROWEST, type Engine, type Tab } from './engine.ts';

const FIREFOX_PATH = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

const openTab = async ({ hasCamera }: { hasCamera: boolean }): Promise<Tab> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX_PATH,
    extraPrefsFirefox: {
      'media.navigator.streams.fake': hasCamera,
      'media.navigator.permission.disabled': true,
    },
  });
  const [page] = await browser.pages();
  await page!.setViewport(NARROWEST);
  const faults: string[] = [];
  page!.on('pageerror', (error) => faults.push(String(error)));
  page!.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const find = async (path: string) => {
    const element = await page!.$(`xpath/${path}`);
    if (!element) throw new Error(`there is no ${path}`);
    return element;
  };
  return {
    open: async (url) => void (await page!.goto(url)),
    reload: async () => void (await page!.reload()),
    read: (expression) => page!.evaluate(expression),
    click: async (path) => (await find(path)).click(),
    type: async (path, text) => (await find(path)).type(text),
    chooseFile: async (path, file) => (await find(path)).uploadFile(file),
    drawOn: async (path) => {
      const element = await find(path);
      await element.scrollIntoView();
      const { x, y, width, height } = (await element.boundingBox())!;
      await page!.mouse.move(x + width / 4, y + height / 4);
      await page!.mouse.down();
      await page!.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
      await page!.mouse.up();
    },
    faults: () => Promise.resolve(faults),
    close: () => browser.close(),
  };
};

/** Mozilla's engine, driven by WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  isThere: existsSync(FIREFOX_PATH),
  hasWebRtc: true,
  openTab,
};
