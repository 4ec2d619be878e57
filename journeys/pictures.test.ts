import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LocaleCode } from '@field-inspection/contract';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOF_CAMERA } from './field-look/roof-camera.ts';
import { walkScreens } from './field-look/walk-screens.ts';
import { hasBrowser, isOwnBrowser, openBrowser } from './open-browser.ts';
import { APPROVED, approvePicture, comparePicture } from './pictures/compare-picture.ts';
import { type Look, LOOKS } from './pictures/list-looks.ts';
import { settleScreen } from './pictures/settle-screen.ts';
import { TAKE_TAPS_AT_ONCE } from './use-phone.ts';

/** True where script/approve-pictures asks for new pictures. */
const isApproving = process.env.APPROVE_PICTURES === '1';
const MOST_BYTES = 3_000_000;
/** Later screens have no other words or shapes than those that English shows. */
const LAST_ABROAD = 'queue';
const PAGES = ['verify', 'sign-in', 'sign', 'invitations', 'nowhere'];

let server: TestServer;
let browser: Browser;
const taken: string[] = [];
const locales = Object.entries(LOOKS) as [LocaleCode, readonly Look[]][];

const listApproved = () => readdirSync(APPROVED).sort();

const openPage = async (locale: LocaleCode): Promise<Page> => {
  const device = await browser.newContext({ locale, timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' });
  await device.addInitScript(TAKE_TAPS_AT_ONCE);
  await device.addInitScript(ROOF_CAMERA);
  return device.newPage();
};

/** Takes the screen in each look. Gives what differs from the approved pictures. */
const lookAt = async (page: Page, screen: string, [locale, looks]: [LocaleCode, readonly Look[]]) => {
  const faults: string[] = [];
  for (const { name: look, viewport, colorScheme } of looks) {
    const name = `${screen.replaceAll(/[, ]+/g, '-')}.${locale}-${look}`;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    // A page keeps where it was scrolled to in the look before.
    await page.evaluate('scrollTo(0, 0)');
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
    taken.push(`${name}.png`);
    if (isApproving) await approvePicture(name, png);
    else faults.push(...[await comparePicture(name, png)].filter((fault) => fault !== undefined));
  }
  return faults;
};

describe.runIf(hasBrowser && isOwnBrowser)('the pictures of the pages', () => {
  beforeAll(async () => {
    server = await startTestServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each(locales)(
    'are those that were approved of each screen of the field application, in %s',
    async (...each) => {
      const [locale] = each;
      const page = await openPage(locale);
      const faults: string[] = [];
      for await (const screen of walkScreens(server, page, locale)) {
        await settleScreen(page, screen, locale);
        faults.push(...(await lookAt(page, screen, each)));
        if (locale !== 'en' && screen === LAST_ABROAD) break;
      }
      await page.context().close();
      expect(faults).toEqual([]);
    },
  );

  it.each(locales)(
    'are those that were approved of the pages that have no session, in %s',
    async (...each) => {
      const page = await openPage(each[0]);
      const faults: string[] = [];
      for (const path of PAGES) {
        await page.goto(`${server.baseUrl}/${path}`);
        await page.waitForLoadState('networkidle');
        faults.push(...(await lookAt(page, `page ${path}`, each)));
      }
      await page.context().close();
      expect(faults).toEqual([]);
    },
  );

  it('are all there are: none is approved that is not taken, and together they are small', () => {
    if (isApproving)
      for (const name of listApproved()) if (!taken.includes(name)) rmSync(join(APPROVED, name));
    const approved = listApproved();
    expect(approved).toEqual([...taken].sort());
    const bytes = approved.map((name) => statSync(join(APPROVED, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  });

  it('would be told from a page with one word more, and from one of another size', async () => {
    const page = await openPage('en');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${server.baseUrl}/nowhere`);
    const name = 'page-nowhere.en-320-light';
    expect(await comparePicture(name, await page.screenshot())).toBeUndefined();
    await page.evaluate("document.querySelector('main').append('more')");
    const changed = await page.screenshot();
    expect(await comparePicture(name, changed)).toMatch(/pixels differ/);
    const wider = await sharp(changed).extend({ right: 1 }).png().toBuffer();
    expect(await comparePicture(name, wider)).toContain('it is 321 × 640, not 320 × 640');
    await page.context().close();
  });
});
