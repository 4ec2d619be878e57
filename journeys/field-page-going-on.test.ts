import type { MintedInvite } from '@field-inspection/sdk';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';

let server: TestServer;
let browser: Browser;
let device: BrowserContext;
let page: Page;
let watched: ReturnType<typeof watchPage>;

const invite = async ({ code = true } = {}) => {
  const session = await server.client.sessions.create();
  const recipient = code ? { recipient_email: 'anna@example.com' } : {};
  return { session, invite: await server.client.participants.create(session.id, recipient) };
};

const tap = async () => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
};

const tapJoin = async ({ join_url }: Pick<MintedInvite, 'join_url'>) => {
  await page.goto(join_url);
  await tap();
};

const heading = () => page.getByRole('heading', { level: 1 }).textContent();
const hasFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor();
const seesText = (text: string) => page.getByText(text).and(page.locator(':visible')).waitFor();

describe.runIf(hasBrowser)('the join page, once the device has joined', () => {
  beforeAll(async () => {
    server = await startTestServer({ MESSAGES_PER_RECIPIENT_HOUR: '1000' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    device = await browser.newContext({ locale: 'en-GB' });
    page = await device.newPage();
    watched = watchPage(page);
  });
  afterEach(async () => {
    expect(watched.faults).toEqual([]);
    await device.close();
  });

  it('survives a reload: the same device comes back without a code', async () => {
    const minted = await invite();
    await tapJoin(minted.invite);
    await page.locator('#otp:focus').waitFor();
    await page.reload();
    await tap();
    await page.locator('#otp:focus').waitFor();
    await page.keyboard.type(minted.invite.otp_code!);
    await page.keyboard.press('Enter');
    await hasFocus('h1');
    await page.reload();
    await tap();
    await hasFocus('h1');
    expect(await heading()).toBe('You are connected');
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
    await tap();
    await hasFocus('h1');
    expect(await heading()).toBe('You are connected');
    await seesText('Acme Inspections');
    await page.close();
    page = await device.newPage();
    await page.goto(`${server.baseUrl}/join/${session.id}`);
    await tap();
    await hasFocus('h1');
    expect(await heading()).toBe('You are connected');
    await server.client.sessions.end(session.id);
    await page.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('forgets a token that is dead, and joins by the new link', async () => {
    const { session, invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    await page.goto('about:blank');
    const reissued = await server.client.participants.reissue(session.id, minted.id);
    await tapJoin(minted);
    await seesText('This invitation is no longer valid.');
    await page.goto('about:blank');
    await tapJoin(reissued);
    await hasFocus('h1');
    expect(await heading()).toBe('You are connected');
  });

  it('gives way to the same person in another tab, says so, and goes on here after a tap', async () => {
    const { invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    const other = await device.newPage();
    await other.goto(minted.join_url);
    await other.keyboard.press('Tab');
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'You are connected' }).waitFor();
    await seesText('The inspection is now open in another tab or window.');
    await page.bringToFront();
    await tap();
    await hasFocus('h1');
    expect(await heading()).toBe('You are connected');
    await other.getByText('The inspection is now open in another tab or window.').waitFor();
  });

  it('asks for each matter apart, and puts each answer on the record', async () => {
    const { session, invite: minted } = await invite({ code: false });
    const answers = async () =>
      (await server.client.participants.list(session.id)).data[0]!.consent_state as object;
    await tapJoin(minted);
    await hasFocus('h1');
    const boxes = page.getByRole('checkbox');
    expect(await boxes.count()).toBe(4);
    const nothing = { camera: 'pending', microphone: 'pending', gps: 'pending', recording: 'pending' };
    expect(await answers()).toEqual(nothing);
    await page.getByRole('button', { name: 'Start sharing' }).click();
    await seesText('Allow the camera or the microphone first.');
    await page.getByRole('checkbox', { name: 'Recording' }).check();
    await page.getByRole('checkbox', { name: 'Location' }).check();
    await expect.poll(answers).toEqual({ ...nothing, gps: 'granted', recording: 'granted' });
    await page.getByRole('checkbox', { name: 'Location' }).uncheck();
    await expect.poll(answers).toEqual({ ...nothing, gps: 'revoked', recording: 'granted' });
    await page.reload();
    await tap();
    await hasFocus('h1');
    expect(await page.locator('input:checked').count()).toBe(1);
    expect(await page.getByRole('checkbox', { name: 'Recording' }).isChecked()).toBe(true);
  });

  it('shares nothing before the answer is on the record, and nothing that is not allowed', async () => {
    const { session, invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/field/consent', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await page.getByRole('button', { name: 'Start sharing' }).click();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    expect(await page.locator('#preview').isVisible()).toBe(false);
    release();
    await page.locator('#preview').waitFor();
    expect((await server.client.sessions.get(session.id)).consent_state.camera).toBe('granted');
    const kinds = await page.evaluate(
      "document.getElementById('preview').srcObject.getTracks().map(({ kind }) => kind)",
    );
    expect(kinds).toEqual(['video']);
  });

  it('withdraws the camera and the microphone with "Stop sharing", and leaves the other answers', async () => {
    const { session, invite: minted } = await invite({ code: false });
    const answers = async () =>
      (await server.client.participants.list(session.id)).data[0]!.consent_state as object;
    await tapJoin(minted);
    await hasFocus('h1');
    const granted = { camera: 'granted', microphone: 'granted', gps: 'pending', recording: 'granted' };
    for (const name of ['Camera', 'Microphone', 'Recording'])
      await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Start sharing' }).click();
    await page.locator('#preview').waitFor();
    expect(await answers()).toEqual(granted);
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await seesText('You have withdrawn your consent.');
    expect(await answers()).toEqual({ ...granted, camera: 'revoked', microphone: 'revoked' });
    expect([await page.locator('#preview').isVisible(), await page.locator('input:checked').count()]).toEqual(
      [false, 1],
    );
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await page.getByRole('button', { name: 'Start sharing' }).click();
    await page.locator('#preview').waitFor();
    await page.getByRole('checkbox', { name: 'Camera' }).uncheck();
    await page.locator('#preview').waitFor({ state: 'hidden' });
    await expect.poll(answers).toMatchObject({ camera: 'revoked' });
  });

  it('stops sharing at once, and for good, though the withdrawal can not be told now, and tells it once it can', async () => {
    const { invite: minted } = await invite({ code: false });
    await tapJoin(minted);
    await hasFocus('h1');
    const camera = page.getByRole('checkbox', { name: 'Camera' });
    await camera.check();
    await page.getByRole('checkbox', { name: 'Microphone' }).check();
    await page.getByRole('button', { name: 'Start sharing' }).click();
    await page.locator('#preview').waitFor();
    await page.route('**/field/consent', (route) => route.abort());
    await camera.click();
    await seesText('No connection.');
    expect([await page.locator('#preview').isVisible(), await camera.isChecked()]).toEqual([false, false]);
    const recorded = async () => (await server.client.sessions.get(minted.session)).consent_state.camera;
    expect(await recorded()).toBe('granted');
    await page.unroute('**/field/consent');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await seesText('withdrawn');
    expect([await recorded(), await camera.isChecked()]).toEqual(['revoked', false]);
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
  });
});
