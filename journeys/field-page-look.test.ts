import { join } from 'node:path';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOF_CAMERA } from './field-look/roof-camera.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';

let server: TestServer;
let browser: Browser;

const SHOTS = [
  { slot: 'roof', label: { en: 'The roof from the north' }, hint: { en: 'Stand back' } },
  { slot: 'meter', label: { en: 'The electricity meter' }, required: false },
];

const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Each screen of the application, in the order in which a person comes by; the page is on it when it is named. */
async function* walk(page: Page): AsyncGenerator<string> {
  const { client } = server;
  const session = await client.sessions.create({
    shots: SHOTS,
    notes: 'Roof, north side',
    scheduled_for: '2126-12-03T09:30:00Z',
  });
  const invite = await client.participants.create(session.id, { recipient_email: 'anna@example.com' });
  await page.goto(`${server.baseUrl}/join/${session.id}#cut`);
  await page.locator('#refusal').waitFor();
  yield 'refused';
  await page.goto('about:blank');
  await page.goto(invite.join_url);
  await page.getByRole('combobox').waitFor();
  yield 'welcome';
  await tap(page, 'Join the inspection');
  await page.locator('#otp').waitFor();
  yield 'code';
  await page.locator('#otp').pressSequentially(invite.otp_code === '000000' ? '000001' : '000000');
  await page.locator('#otp[aria-invalid]').waitFor();
  yield 'wrong code';
  await page.locator('#otp').pressSequentially(invite.otp_code!);
  await page.getByRole('checkbox').first().waitFor();
  yield 'consent';
  await page.getByRole('checkbox', { name: 'Camera' }).check();
  await tap(page, 'Continue');
  await page.locator('video').waitFor();
  await page.getByText('Stand back').and(page.locator(':visible')).waitFor();
  yield 'camera';
  await page.locator('.capture-shutter').click();
  await page.locator('.capture-check img').waitFor();
  yield 'check';
  await page.locator('.capture-check .capture-main').click();
  await page.locator('.taken').waitFor();
  yield 'home';
  await tap(page, 'Your photos');
  await page.locator('.queue-hash').waitFor();
  yield 'queue';
  await page.goBack();
  await tap(page, 'Draw a sketch');
  await page.locator('.draw-pad').waitFor();
  yield 'sketch';
  await tap(page, 'Words');
  await page.locator('.draw-pad').click();
  await page.locator('.draw-form input').waitFor();
  yield 'words';
  await page.goBack();
  await tap(page, 'Sign');
  await page.locator('.draw-pad').waitFor();
  yield 'sign';
  await page.goBack();
  await tap(page, 'Take a photo');
  await page.locator('.capture-shutter').click();
  await tap(page, 'Use and draw on it');
  await page.locator('.draw-pad').waitFor();
  yield 'annotate';
  await page.goBack();
  await page.locator('.capture-shutter').waitFor();
  await page.goBack();
  await tap(page, 'Show live');
  await page.locator('.live').waitFor();
  yield 'live';
  // Else the end would show one time what was not sent, and the other time not.
  const listReady = async () =>
    (await client.evidence.list({ session_id: session.id })).data.filter(({ status }) => status === 'ready');
  await expect.poll(listReady, { timeout: 30_000 }).toHaveLength(2);
  await server.client.sessions.end(session.id);
  await page.getByRole('button', { name: 'Save the receipt' }).waitFor();
  yield 'ended';
}

/** The screens that are pictured for who reads about the application. */
const PICTURED = ['welcome', 'consent', 'camera', 'check', 'home', 'queue', 'live', 'ended'];
const PICTURES = join(import.meta.dirname, '../docs/pictures');

const seesPicture = (page: Page) =>
  expect.poll(() => page.evaluate("document.querySelector('video')?.currentTime > 0.2")).toBe(true);

const shareLive = async (page: Page) => {
  await tap(page, 'Start sharing');
  await seesPicture(page);
};

/** What is too small for a finger, and what is cut on this screen. */
const FAULTS_OF_LOOK = `(() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const targets = [...document.querySelectorAll('button, select, input, a[href]')].filter(shown);
  const areaOf = (element) => (element.closest('label') ?? element).getBoundingClientRect();
  const small = targets.filter((target) => areaOf(target).height < 48 || areaOf(target).width < 48);
  const wide = document.scrollingElement.scrollWidth > innerWidth ? [document.body] : [];
  return [...small, ...wide].map((element) => element.outerHTML.slice(0, 80));
})()`;

describe.runIf(hasBrowser)('every screen of the field application', () => {
  beforeAll(async () => {
    server = await startTestServer({ MESSAGES_PER_RECIPIENT_HOUR: '1000' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each(['light', 'dark'] as const)(
    'has no fault that axe knows, nothing cut and no target below 48 pixels at 320 pixels and twice the size of text, %s',
    async (colorScheme) => {
      const device = await browser.newContext({
        colorScheme,
        locale: 'en-GB',
        viewport: { width: 320, height: 640 },
      });
      const page = await device.newPage();
      const faults: Record<string, string[]> = {};
      for await (const screen of walk(page)) {
        const atOnce = [...(await runAxe(page)), ...(await page.evaluate<string[]>(FAULTS_OF_LOOK))];
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        const enlarged = [...(await runAxe(page)), ...(await page.evaluate<string[]>(FAULTS_OF_LOOK))];
        await page.evaluate("document.documentElement.style.fontSize = ''");
        faults[screen] = [...atOnce, ...enlarged];
      }
      const found = Object.entries(faults).filter(([, each]) => each.length > 0);
      expect(Object.fromEntries(found)).toEqual({});
      expect(Object.keys(faults)).toHaveLength(15);
      await device.close();
    },
    120_000,
  );

  // Else a test run would change the project.
  it.runIf(process.env.WRITE_PICTURES === '1')(
    'is pictured for docs/pictures',
    async () => {
      const device = await browser.newContext({
        colorScheme: 'light',
        locale: 'en-GB',
        viewport: { width: 360, height: 640 },
      });
      await device.addInitScript(ROOF_CAMERA);
      const page = await device.newPage();
      for await (const screen of walk(page)) {
        if (!PICTURED.includes(screen)) continue;
        if (screen === 'camera') await seesPicture(page);
        if (screen === 'live') await shareLive(page);
        await page.screenshot({ path: join(PICTURES, `field-${screen}.png`) });
      }
      await device.close();
    },
    120_000,
  );

  it('would be told of what is too small or too wide', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${server.baseUrl}/join/x#${'x'.repeat(43)}`);
    await page.getByRole('combobox').waitFor();
    expect(await page.evaluate(FAULTS_OF_LOOK)).toEqual([]);
    await page.evaluate("document.querySelector('select').style.minHeight = '1rem'");
    await page.evaluate("document.querySelector('h1').style.width = '400px'");
    expect(await page.evaluate(FAULTS_OF_LOOK)).toEqual([
      expect.stringContaining('<select'),
      expect.stringContaining('<body'),
    ]);
    await page.close();
  });
});
