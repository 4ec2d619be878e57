import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES } from '@field-inspection/contract';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EMPTY_BOXES } from './field-look/list-empty-boxes.ts';
import { findNameless, readNames } from './field-look/read-names.ts';
import { ROOF_CAMERA } from './field-look/roof-camera.ts';
import { walkScreens } from './field-look/walk-screens.ts';
import { walkTroubles } from './field-look/walk-troubles.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { TAKE_TAPS_AT_ONCE } from './use-phone.ts';

let server: TestServer;
let browser: Browser;

const PICTURED = ['welcome', 'consent', 'camera', 'check', 'home', 'queue', 'live, shared', 'ended'];
const NAMES = './field-look/screen-names.txt';
const PICTURES = join(import.meta.dirname, '../docs/pictures');

const seesPicture = (page: Page) =>
  expect.poll(() => page.evaluate("document.querySelector('video')?.currentTime > 0.2")).toBe(true);

/** Lists what is too small for a finger, and what is cut off on this screen. */
const FAULTS_OF_LOOK = `(() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const targets = [...document.querySelectorAll('button, select, input, a[href]')].filter(shown);
  // Words that leave the screen, or that run out of the box which ends them.
  const isCut = (element) => {
    const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const range = document.createRange();
    return words.some((node) => {
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
      const isOutside = rects.some(({ left, right }) => left < -1 || right > innerWidth + 1);
      const { overflowX } = getComputedStyle(element);
      return isOutside || (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1);
    });
  };
  const areaOf = (element) => (element.closest('label') ?? element).getBoundingClientRect();
  const small = targets.filter((target) => areaOf(target).height < 48 || areaOf(target).width < 48);
  const wide = document.scrollingElement.scrollWidth > innerWidth ? [document.body] : [];
  const cut = [...document.querySelectorAll('main *')].filter(shown).filter(isCut);
  return [...small, ...wide, ...cut].map((element) => element.outerHTML.slice(0, 80));
})()`;

describe.runIf(hasBrowser)('every screen of the field application', () => {
  beforeAll(async () => {
    server = await startTestServer({ MESSAGES_PER_RECIPIENT_HOUR: '1000' });
    browser = await openBrowser(['--enable-blink-features=MediaCapture']);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const openPage = async () => {
    const device = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 640 } });
    await device.addInitScript(TAKE_TAPS_AT_ONCE);
    return device.newPage();
  };

  /** Looks at the page as it is, and at twice the size of text. */
  const lookTwice = async (page: Page, look: () => Promise<string[]>) => {
    const atOnce = await look();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const faults = [...atOnce, ...(await look())];
    await page.evaluate("document.documentElement.style.fontSize = ''");
    return faults;
  };
  const lookForCut = async (page: Page) => [
    ...(await page.evaluate<string[]>(FAULTS_OF_LOOK)),
    ...(await page.evaluate<string[]>(EMPTY_BOXES)),
  ];
  /** Light and dark are looked at in one walk: a second walk would take longer. */
  const lookClosely = async (page: Page) => {
    const faults = await lookTwice(page, () => lookForCut(page));
    for (const colorScheme of ['light', 'dark'] as const) {
      // A colour in transition would be neither.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      faults.push(...(await lookTwice(page, () => runAxe(page))));
    }
    return faults;
  };
  const nothingOn = (faults: Record<string, string[]>) =>
    Object.fromEntries(Object.keys(faults).map((screen) => [screen, []]));

  it('has no fault that axe knows at 320 pixels and twice the size of text, in light and dark, nor anything cut, and each part is named, in en', async () => {
    const page = await openPage();
    const faults: Record<string, string[]> = {};
    const read: string[] = [];
    const kept = await readFile(join(import.meta.dirname, NAMES), 'utf8');
    for await (const screen of walkScreens(server, page)) {
      let names: string[] = [];
      let shown = '';
      const isAsKept = async () => {
        names = await readNames(page);
        // Whether a photo is sent by now is left to chance.
        const sure = names.map((name) => `  ${name.replace(/ · not sent yet: \d+/, '')}\n`);
        shown = `${screen}\n${sure.join('')}`;
        return kept.includes(shown.trimEnd());
      };
      // Pictures come a moment after their screen. The comparison below tells what never came.
      await vi.waitUntil(isAsKept, { timeout: 15_000, interval: 200 }).catch(() => undefined);
      read.push(shown);
      faults[screen] = [...findNameless(names), ...(await lookClosely(page))];
    }
    await page.context().close();
    await expect(read.join('\n')).toMatchFileSnapshot(NAMES);
    expect(Object.keys(faults)).toHaveLength(19);
    expect(faults).toEqual(nothingOn(faults));
  });

  it('has none in trouble either, and nothing that is cut or too small: no camera, no network, no way in', async () => {
    const device = (await openPage()).context();
    const faults: Record<string, string[]> = {};
    for await (const { name, page } of walkTroubles(server, device)) {
      faults[name] = await lookClosely(page);
    }
    await device.close();
    expect(Object.keys(faults)).toHaveLength(16);
    expect(faults).toEqual(nothingOn(faults));
  });

  it.each(LOCALES.filter((locale) => locale !== 'en'))(
    'has nothing cut and no target below 48 pixels at 320 pixels and twice the size of text, in %s',
    async (locale) => {
      const page = await openPage();
      const faults: Record<string, string[]> = {};
      for await (const screen of walkScreens(server, page, locale))
        faults[screen] = await lookTwice(page, () => lookForCut(page));
      await page.context().close();
      expect(Object.keys(faults)).toHaveLength(19);
      expect(faults).toEqual(nothingOn(faults));
    },
  );

  // Only on demand, since a test run must not change the project.
  it.runIf(process.env.WRITE_PICTURES === '1')('is pictured for docs/pictures', async () => {
    const device = await browser.newContext({
      colorScheme: 'light',
      locale: 'en-GB',
      viewport: { width: 360, height: 640 },
    });
    await device.addInitScript(ROOF_CAMERA);
    const page = await device.newPage();
    for await (const screen of walkScreens(server, page)) {
      if (!PICTURED.includes(screen)) continue;
      if (screen === 'camera') await seesPicture(page);
      if (screen === 'live, shared') await seesPicture(page);
      const [name] = screen.split(',');
      await page.screenshot({ path: join(PICTURES, `field-${name}.png`) });
    }
    await device.close();
  });

  it.each([
    ['a space', ' '],
    ['nothing', ''],
  ])('would be told of a box that has %s in it', async (_, words) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${server.baseUrl}/join/x#${'x'.repeat(43)}`);
    await page.getByRole('combobox').waitFor();
    expect(await page.evaluate(EMPTY_BOXES)).toEqual([]);
    await page.evaluate(`{
      const box = Object.assign(document.createElement('p'), { className: 'error', textContent: '${words}' });
      box.style.display = 'block';
      document.querySelector('main').append(box);
    }`);
    expect(await page.evaluate(EMPTY_BOXES)).toEqual([expect.stringContaining('class="error"')]);
    await page.close();
  });

  it('would be told of what is too small or too wide', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${server.baseUrl}/join/x#${'x'.repeat(43)}`);
    await page.getByRole('combobox').waitFor();
    expect(await page.evaluate(FAULTS_OF_LOOK)).toEqual([]);
    await page.evaluate("document.querySelector('select').style.minHeight = '1rem'");
    await page.evaluate("document.querySelector('h1').style.width = '400px'");
    const narrow = 'width: 60px; overflow: hidden; white-space: nowrap';
    await page.evaluate(`document.querySelector('main button').style.cssText = '${narrow}'`);
    expect(await page.evaluate(FAULTS_OF_LOOK)).toEqual([
      expect.stringContaining('<select'),
      expect.stringContaining('<body'),
      expect.stringContaining('<button'),
    ]);
    await page.close();
  });
});
