import { joinByLink, outcomeOf } from '@field-inspection/server/testing/join-by-link';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openConsoleDevice, type ConsoleDevice } from './console/open-console-device.ts';
import { HOSTILE, seedInspection } from './console/seed-inspection.ts';
import { seedSignOn } from './console/seed-sign-on.ts';
import { tellDevelopers } from './console/tell-developers.ts';
import { tellLive } from './console/tell-live.ts';
import { tellToday } from './console/tell-today.ts';
import { tellSettings } from './console/tell-settings.ts';
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
    // A refusal of the policy is an error of the page, too.
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
    await isAt('Today');
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
    await page.getByRole('link', { name: 'Go to the start' }).click();
    await isAt('Today');
  });

  it('finds an inspection by its reference, shows what came of it, and keeps finding, end and outcome', async () => {
    const { page, open, isAt, signIn } = device;
    await seedInspection(world, 'CLM-1');
    await seedInspection(world, '4711');
    await open('/console/inspections');
    await signIn((await world.add()).email);
    await isAt('Inspections');
    await page.getByRole('link', { name: 'CLM-1' }).waitFor();
    await page.getByLabel('Reference').fill('4711');
    await page.getByLabel('Reference').press('Enter');
    await page.getByRole('link', { name: 'CLM-1' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?reference=4711');
    await page.getByRole('link', { name: '4711' }).click();
    await isAt('4711');
    await page.getByText('1 of 2 are there').waitFor();
    await page.getByText('Photo 1 was received.').waitFor();

    await page.getByRole('button', { name: 'Photo 1 The roof' }).click();
    await page.getByLabel('Finding').fill(`Two tiles ${HOSTILE}`);
    await page.getByRole('button', { name: 'Save the finding' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('dialog').getByRole('img', { name: 'The roof' }).waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'End the inspection' }).click();
    await page.getByRole('button', { name: 'End it now' }).click();
    await page.getByRole('radio', { name: 'Accepted' }).check();
    await page.getByLabel('Reason').fill('As described.');
    await page.getByRole('button', { name: 'Save the outcome' }).click();
    await page.getByText('The outcome was recorded.').waitFor();
    await page.getByText('Completed').first().waitFor();
    const { outcome } = (await world.server.client.sessions.list({ reference: '4711' })).data[0]!;
    expect(outcome).toMatchObject({ outcome: 'accepted', note: 'As described.' });
    // Words that people write stay text, wherever they stand.
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.title()).toBe('4711 · Console');
  });

  it('creates an inspection and invites a person by three interactions, and shows the link this once', async () => {
    const { page, open, isAt, enter } = device;
    await enter();
    await open('/console');
    await isAt('Today');
    await page.getByRole('link', { name: 'New inspection' }).click();
    await page.locator('[name="address"]').fill('field@example.com');
    await page.getByRole('button', { name: 'Create and invite' }).click();
    await isAt('The inspection is created');
    await page.getByText('on its way to field@example.com').waitFor();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    expect(await runAxe(page)).toEqual([]);
    const url = await page.locator('code').innerText();
    expect(outcomeOf(await joinByLink(url))).toBe('401 otp_required');
    await page.getByRole('link', { name: 'Open the inspection' }).click();
    await page.getByRole('region', { name: 'People' }).getByText('field@example.com').waitFor();
    expect((await page.content()).includes(url.split('#')[1]!)).toBe(false);
  });

  it('asks for shots in the person’s language, and sends nothing where the link goes from hand to hand', async () => {
    const { page, open, isAt, enter } = device;
    await enter();
    await open('/console/inspections/new');
    await isAt('New inspection');
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('radio', { name: 'I pass it on myself' }).check();
    await page.getByLabel('Reference').fill('HAND-1');
    await page.getByLabel('Language of the person').selectOption('de');
    await page.getByLabel('What to ask for').fill('Das Dach\nDie Wand');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await isAt('The inspection is created');
    expect(outcomeOf(await joinByLink(await page.locator('code').innerText()))).toBe('200');
    const [session] = (await world.server.client.sessions.list({ reference: 'HAND-1' })).data;
    expect(session).toMatchObject({ locale: 'de', status: 'open' });
    expect(session!.shots.map(({ label }) => label)).toEqual([{ de: 'Das Dach' }, { de: 'Die Wand' }]);
  });

  it('says to who may only look why they can change nothing', async () => {
    const { page, open, isAt, enter } = device;
    const { id } = await seedInspection(world, 'CLM-2');
    await enter('observer');
    await open(`/console/inspections/${id}`);
    await isAt('CLM-2');
    await page.getByText('End the inspection: Your role does not allow this.').waitFor();
    expect(await page.getByRole('button', { name: 'End the inspection' }).count()).toBe(0);
    const history = page.getByRole('region', { name: 'Audit trail' });
    await history.getByText('Your role does not allow this.').waitFor();
  });

  it('says how old a list is once the way is gone, and asks again by itself', async () => {
    const { page, open, isAt, enter } = device;
    await seedInspection(world, 'CLM-3');
    await page.clock.install();
    await enter();
    await open('/console/inspections');
    await isAt('Inspections');
    await page.getByRole('link', { name: 'CLM-3' }).waitFor();
    const lost = page.getByText('This is as of');
    await page.route('**/api/v1/public/sessions?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.clock.fastForward(20_000);
    await lost.waitFor();
    await page.getByRole('link', { name: 'CLM-3' }).waitFor();
    await page.unroute('**/api/v1/public/sessions?*');
    await page.clock.fastForward(20_000);
    await lost.waitFor({ state: 'detached' });
  });

  it('has other ways to sign in refused by an admin who reads what follows, and allowed again', async () => {
    const { client } = world.server;
    const { page, bring, open, isAt } = device;
    await bring((await seedSignOn(world)).cookie);
    await open('/console/sign-on');
    await isAt('Sign-on');
    await page.getByRole('button', { name: 'Refuse other ways' }).click();
    await page.getByText('Members then sign in by your company’s sign-in alone').waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refuse them now' }).click();
    await page.getByRole('button', { name: 'Allow other ways again' }).waitFor();
    expect((await client.sso.get()).enforced).toBe(true);
    await page.getByRole('button', { name: 'Allow other ways again' }).click();
    await page.getByRole('button', { name: 'Refuse other ways' }).waitFor();
    expect((await client.sso.get()).enforced).toBe(false);
  });

  tellToday(() => ({ device, world }));
  tellLive(() => ({ device, world }));
  tellDevelopers(() => ({ device, world }));
  tellSettings(() => ({ device, world }));

  it.each(['light', 'dark'] as const)('has no fault that axe finds in %s', async (colorScheme) => {
    const { page, open, isAt, enter } = device;
    const { id } = await seedInspection(world, `CLM-${colorScheme}`);
    await page.emulateMedia({ colorScheme });
    await enter();
    await open('/console');
    await page.getByRole('link', { name: `CLM-${colorScheme}` }).waitFor();
    expect(await runAxe(page)).toEqual([]);
    for (const [path, heading] of [
      ['account', 'Your account'],
      [`inspections/${id}`, `CLM-${colorScheme}`],
    ] as const) {
      await open(`/console/${path}`);
      await isAt(heading);
      await page.waitForLoadState('networkidle');
      expect(await runAxe(page)).toEqual([]);
    }
  });
});
