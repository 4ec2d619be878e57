import type { MintedInvite } from '@field-inspection/sdk';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page } from 'playwright-core';
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

/** Where whoever has joined is asked first, and where they go on from. */
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
    // The pin is of another address now, as when the phone has changed its network.
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
    await seesText('This invitation is no longer valid.');
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
    await other.getByText('The inspection is now open in another tab or window.').waitFor();
    expect(await heading()).toBe(ASKED);
    await other.getByRole('button', { name: 'Continue here' }).click();
    await other.getByRole('heading', { name: ASKED }).waitFor();
    await seesText('The inspection is now open in another tab or window.');
    await page.bringToFront();
    await tap('Continue here');
    await page.getByRole('heading', { name: ASKED }).waitFor();
    await other.getByText('The inspection is now open in another tab or window.').waitFor();
  });

  it('keeps what was allowed while an older reply of the service was on its way', async () => {
    const { invite: minted } = await invite({ code: false });
    const release = Promise.withResolvers<void>();
    await page.route('**/v1/field/session', async (route) => {
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
    // Only what the service says was not there: what the application is made of was.
    const missed = watched.faults.splice(0).filter((fault) => !/\/v1\/|ERR_INTERNET/.test(fault));
    expect(missed).toEqual([]);
    const kept = await page.evaluate<string[]>(
      `caches.keys().then((names) => Promise.all(names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url)))).then((lists) => lists.flat())`,
    );
    expect(kept.filter((url) => !/^\/(join\/|favicon)/.test(new URL(url).pathname))).toEqual([]);
    expect(JSON.stringify(kept)).not.toContain(minted.join_url.split('#')[1]);
    await device.setOffline(false);
    await seesText('Your contact person is not connected.');
    watched.faults.splice(0);
  }, 90_000);

  it('opens each session without a network, also after one in another language', async () => {
    const sessions = [];
    for (const locale of ['de', 'en'] as const) {
      const { session, invite: minted } = await invite({ code: false, locale });
      sessions.push({ locale, url: `${server.baseUrl}/join/${session.id}` });
      await page.goto(minted.join_url);
      await page.locator('main button').first().click();
      await hasFocus('h1');
      // The worker of this language is there, if only waiting for the page to close.
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
  }, 90_000);

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

  it('shows a withdrawal at once and for good, though it can not be told now, and tells it once it can, after a reload too', async () => {
    const { invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    const camera = page.getByRole('checkbox', { name: 'Camera' });
    const recorded = async () => (await server.client.sessions.get(minted.session)).consent_state.camera;
    await camera.check();
    await expect.poll(recorded).toBe('granted');
    await page.route('**/field/consent', (route) => route.abort());
    await camera.click();
    await seesText('Your withdrawal applies now.');
    expect([await camera.isChecked(), await recorded()]).toEqual([false, 'granted']);
    await page.reload();
    await tap('What you allow');
    await seesText('Your withdrawal applies now.');
    expect(await camera.isChecked()).toBe(false);
    await page.unroute('**/field/consent');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(recorded).toBe('revoked');
    await page.getByText('Your withdrawal applies now.').waitFor({ state: 'detached' });
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
  });

  it('tells what was withdrawn without a network by the next link of the same person, before anything is shared, and shows another person their own answers', async () => {
    const { session, invite: anna } = await invite({ code: false });
    const other = await server.client.participants.create(session.id);
    const recorded = async ({ id }: Pick<MintedInvite, 'id'>) =>
      (await server.client.participants.list(session.id)).data.find((each) => each.id === id)!
        .consent_state as object;
    const all = (answer: string) => ({ camera: answer, microphone: answer, gps: answer, recording: answer });
    await tapJoin(anna);
    await hasFocus('h1');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await expect.poll(() => recorded(anna)).toEqual(all('granted'));
    await page.route('**/field/consent', (route) => route.abort());
    for (const box of await page.getByRole('checkbox').all()) await box.click();
    await seesText('Your withdrawal applies now.');
    expect(await page.locator('input:checked').count()).toBe(0);
    const reissued = await server.client.participants.reissue(session.id, anna.id);
    await page.goto('about:blank');
    await page.unroute('**/field/consent');
    await tapJoin(other);
    await page.getByRole('heading', { name: ASKED }).waitFor();
    expect(await page.getByText('Your withdrawal applies now.').count()).toBe(0);
    expect([await recorded(other), await recorded(anna)]).toEqual([all('pending'), all('granted')]);
    await page.goto('about:blank');
    watched.requests.splice(0);
    await tapJoin(reissued);
    await expect.poll(() => recorded(anna)).toEqual(all('revoked'));
    const asked = watched.requests.filter(({ url }) => url.includes('/v1/field/'));
    expect(asked[0]!.url).toContain('/v1/field/consent');
    await tap('What you allow');
    expect(await page.locator('input:checked').count()).toBe(0);
    await page.getByText('Your withdrawal applies now.').waitFor({ state: 'detached' });
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([`field ${session.id}`]);
    expect(await recorded(other)).toEqual(all('pending'));
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
  });

  it('tells by the new link what was withdrawn without a network, though the token was found dead by the old one', async () => {
    const { session, invite: anna } = await invite({ code: false });
    const recorded = async () => (await server.client.sessions.get(session.id)).consent_state.camera;
    await tapJoin(anna);
    await hasFocus('h1');
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await expect.poll(recorded).toBe('granted');
    await page.route('**/field/consent', (route) => route.abort());
    await page.getByRole('checkbox', { name: 'Camera' }).click();
    await seesText('Your withdrawal applies now.');
    await page.goto('about:blank');
    const reissued = await server.client.participants.reissue(session.id, anna.id);
    await page.goto(anna.join_url);
    await seesText('This invitation is no longer valid.');
    await page.unroute('**/field/consent');
    await page.goto('about:blank');
    await tapJoin(reissued);
    await expect.poll(recorded).toBe('revoked');
    // What the page was still loading when it was left is given up by the browser.
    expect(watched.faults.splice(0).filter((fault) => !/ERR_(FAILED|ABORTED)/.test(fault))).toEqual([]);
  });
});
