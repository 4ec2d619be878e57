import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openConsoleDevice, type ConsoleDevice } from './console/open-console-device.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { openSignInWorld, type SignInWorld } from './sign-in-page/open-sign-in-world.ts';

let world: SignInWorld;
let browser: Browser;
let device: ConsoleDevice;

describe.runIf(hasBrowser)('the console', () => {
  beforeAll(async () => {
    world = await openSignInWorld();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });
  beforeEach(async () => {
    device = await openConsoleDevice(browser, world);
  });
  afterEach(async () => {
    // What the policy refuses is an error of the page, too.
    expect(device.watched.faults).toEqual([]);
    await device.close();
  });

  it('leads who is signed out to the page to sign in, back to the screen, and says who is there', async () => {
    const { page, open, isAt, signIn } = device;
    const { email } = await world.add();
    await open('/console/account');
    await signIn(email);
    await isAt('Your account');
    const words = await page.locator('main').innerText();
    for (const word of ['Ada Rossi', email, 'Acme Inspections', 'Inspector']) expect(words).toContain(word);
    expect(new URL(page.url()).pathname).toBe('/console/account');

    await page.goto(world.server.baseUrl);
    await isAt('Your account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await isAt('You are signed out');
    await open('/console');
    await page.waitForURL(/\/sign-in\?return=/);
  });

  it('says of an address that is none of its own that nothing is there', async () => {
    const { page, open, isAt, signIn } = device;
    await open('/console/nothing/here');
    await signIn((await world.add()).email);
    await isAt('There is nothing at this address');
    await page.getByRole('link', { name: 'To the start' }).click();
    await isAt('Your account');
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds in %s', async (colorScheme) => {
    const { page, open, isAt, signIn } = device;
    await page.emulateMedia({ colorScheme });
    await open('/console');
    await signIn((await world.add()).email);
    await isAt('Your account');
    expect(await runAxe(page)).toEqual([]);
  });
});
