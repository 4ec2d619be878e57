import type { MintedInvite } from '@field-inspection/sdk';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { usePhone, type Phone } from './use-phone.ts';

let server: TestServer;
let device: BrowserContext;
let page: Page;
let watched: Phone['watched'];

const invite = async ({ code = true, locale = 'en' as 'en' | 'de' } = {}) => {
  const session = await server.client.sessions.create({ locale });
  const recipient = code ? { recipient_email: 'anna@example.com' } : {};
  return { session, invite: await server.client.participants.create(session.id, recipient) };
};

const tapJoin = async ({ join_url }: Pick<MintedInvite, 'join_url'>) => {
  await page.goto(join_url);
  await page.getByRole('button', { name: 'Join the inspection' }).click();
};

const tap = (name: string) => page.getByRole('button', { name }).click();

const ASKED = 'What do you allow?';

const heading = () => page.getByRole('heading', { level: 1 }).textContent();
const hasFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor();
const seesText = (text: string) => page.getByText(text).and(page.locator(':visible')).waitFor();

describe.runIf(hasBrowser)('the field application, once the device has joined', () => {
  usePhone((phone) => void ({ server, device, page, watched } = phone), {
    settings: { MESSAGES_PER_RECIPIENT_HOUR: '1000' },
  });

  it('survives a reload: before the code, and then without a code or a tap', async () => {
    const minted = await invite();
    await tapJoin(minted.invite);
    await page.locator('#otp:focus').waitFor();
    await page.reload();
    await tap('Join the inspection');
    await page.locator('#otp:focus').waitFor();
    await page.keyboard.type(minted.invite.otp_code!);
    await hasFocus('h1');
    await page.reload();
    await hasFocus('h1');
    expect(await heading()).toBe(ASKED);
  });

  it('goes on after a reload from another address, in a new tab, and no longer once the session has ended', async () => {
    const { session, invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    // The invite is pinned to another address now, as when a phone has changed its network.
    const row = { organisation_id: server.seed.organisationId, id: minted.id };
    const moved = { where: { organisation_id_id: row }, data: { pin: new Uint8Array(32) } };
    await server.context.database.prisma.participant.update(moved);
    await page.reload();
    await page.getByRole('heading', { name: ASKED }).waitFor();
    await seesText('Acme Inspections');
    await page.close();
    page = await device.newPage();
    await page.goto(`${server.baseUrl}/join/${session.id}`);
    await page.getByRole('heading', { name: ASKED }).waitFor();
    await tap('Continue');
    await seesText('Your contact person is not connected.');
    await server.client.sessions.end(session.id);
    await page.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(
      minted.join_url.split('#')[1],
    );
  });

  it('forgets a token that is dead, and joins by the new link', async () => {
    const { session, invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    await page.goto('about:blank');
    const reissued = await server.client.participants.reissue(session.id, minted.id);
    await page.goto(minted.join_url);
    await seesText('This invitation is no longer valid');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.goto('about:blank');
    await tapJoin(reissued);
    await page.getByRole('heading', { name: ASKED }).waitFor();
  });

  it('asks in a second tab before it takes over, says so in the first, and goes on there after a tap', async () => {
    const { invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    const other = await device.newPage();
    await other.goto(minted.join_url);
    await other.getByText('The inspection is now open in another tab or on another device').waitFor();
    expect(await heading()).toBe(ASKED);
    await other.getByRole('button', { name: 'Continue here' }).click();
    await other.getByRole('heading', { name: ASKED }).waitFor();
    await seesText('The inspection is now open in another tab or on another device');
    await page.bringToFront();
    await tap('Continue here');
    await page.getByRole('heading', { name: ASKED }).waitFor();
    await other.getByText('The inspection is now open in another tab or on another device').waitFor();
  });

  it('keeps what was allowed while an older reply of the service was on its way', async () => {
    const { invite: minted } = await invite({ code: false });
    const release = Promise.withResolvers<void>();
    await page.route('**/v1/field/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const told = (await response.json()) as { session: { notes: string } };
      await release.promise;
      told.session.notes = 'An older reply';
      await route.fulfill({ response, json: told });
    });
    await tapJoin(minted);
    await hasFocus('h1');
    const recorded = page.waitForResponse('**/v1/field/consent');
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await (await recorded).finished();
    release.resolve();
    await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('An older reply');
    expect(await page.getByRole('checkbox', { name: 'Camera' }).isChecked()).toBe(true);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('opens without a network from the second visit on, and says that it is not connected', async () => {
    const { invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    await page.evaluate('navigator.serviceWorker.ready');
    await tap('Continue');
    await seesText('Your contact person is not connected.');
    await device.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: ASKED }).waitFor();
    await tap('Continue');
    await seesText('The connection was lost. Reconnecting…');
    expect(await page.getByText('is connected').count()).toBe(0);
    // Only the service's replies failed: the application's own files were there.
    const missed = watched.faults.splice(0).filter((fault) => !/\/v1\/|ERR_INTERNET/.test(fault));
    expect(missed).toEqual([]);
    const kept = await page.evaluate<string[]>(
      `caches.keys().then((names) => Promise.all(names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url)))).then((lists) => lists.flat())`,
    );
    expect(kept.filter((url) => !/^\/(join\/|favicon)/.test(new URL(url).pathname))).toEqual([]);
    expect(JSON.stringify(kept)).not.toContain(minted.join_url.split('#')[1]);
    const keptPage = 'caches.match(location.origin + location.pathname).then((kept) => kept.text())';
    expect(await page.evaluate(keptPage)).toMatch(/data-page=(?![^]*data-about)/);
    await device.setOffline(false);
    await seesText('Your contact person is not connected.');
    watched.faults.splice(0);
  });

  it('opens each session without a network, also after one in another language', async () => {
    const sessions = [];
    for (const locale of ['de', 'en'] as const) {
      const { session, invite: minted } = await invite({ code: false, locale });
      sessions.push({ locale, url: `${server.baseUrl}/join/${session.id}` });
      await page.goto(minted.join_url);
      await page.locator('main button').first().click();
      await hasFocus('h1');
      // The worker of this language is active, or waits only for the page to close.
      const isKept = `navigator.serviceWorker.getRegistration().then(({ active, waiting }) =>
        (waiting ?? active)?.scriptURL.endsWith('lang=${locale}') && !!(waiting ?? active))`;
      await expect.poll(() => page.evaluate(isKept), { timeout: 20_000 }).toBe(true);
      await page.close();
      page = await device.newPage();
    }
    await device.setOffline(true);
    for (const { locale, url } of [...sessions, sessions[0]!]) {
      await page.goto(url);
      await page.locator(`html[lang=${locale}] h1:visible`).waitFor();
      const words = page.getByText(locale === 'de' ? 'Kamera' : 'Camera', { exact: true });
      await words.first().waitFor();
    }
    await device.setOffline(false);
  });

  it('asks for each matter apart, and puts each answer on the record', async () => {
    const { session, invite: minted } = await invite({ code: false });
    const answers = async () =>
      (await server.client.participants.list(session.id)).data[0]!.consent_state as object;
    await tapJoin(minted);
    await hasFocus('h1');
    expect(await page.getByRole('checkbox').count()).toBe(4);
    expect(await page.locator('input:checked').count()).toBe(0);
    const nothing = { camera: 'pending', microphone: 'pending', gps: 'pending', recording: 'pending' };
    expect(await answers()).toEqual(nothing);
    await page.getByRole('checkbox', { name: 'Recording' }).check();
    await page.getByRole('checkbox', { name: 'Location' }).check();
    await expect.poll(answers).toEqual({ ...nothing, gps: 'granted', recording: 'granted' });
    await page.getByRole('checkbox', { name: 'Location' }).uncheck();
    await expect.poll(answers).toEqual({ ...nothing, gps: 'revoked', recording: 'granted' });
    await page.reload();
    await tap('What you allow');
    expect(await page.locator('input:checked').count()).toBe(1);
    expect(await page.getByRole('checkbox', { name: 'Recording' }).isChecked()).toBe(true);
  });

  it('leads who has allowed the camera to it though the answer is still on its way, and tells who can not be led why', async () => {
    const session = await server.client.sessions.create({ shots: [{ slot: 'roof', label: { en: 'Roof' } }] });
    const minted = await server.client.participants.create(session.id, {});
    const held: Route[] = [];
    await page.route('**/field/consent', (route) => void held.push(route));
    await tapJoin(minted);
    const allow = async () => {
      await page.getByRole('checkbox', { name: 'Camera' }).click();
      await tap('Continue');
      await seesText('Connecting…');
      expect(await heading()).toBe(ASKED);
    };
    await allow();
    await held[0]!.abort();
    await seesText('No connection.');
    await allow();
    await held[1]!.continue();
    await page.getByRole('heading', { name: 'Roof' }).waitFor();
    await page.getByRole('button', { name: 'Take the photo' }).waitFor();
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
  });
});
