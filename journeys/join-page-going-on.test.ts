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

  it('withdraws the consent to the camera after a tap, which stopping does not', async () => {
    const { session, invite: minted } = await invite({ code: false });
    const consent = async () => (await server.client.sessions.get(session.id)).consent_state.camera;
    await tapJoin(minted);
    await hasFocus('h1');
    const [camera, withdraw] = ['Share my camera', 'Withdraw my consent'].map((name) =>
      page.getByRole('button', { name }),
    );
    expect(await withdraw!.count()).toBe(0);
    await camera!.click();
    await withdraw!.waitFor();
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    expect(await consent()).toBe('granted');
    await withdraw!.click();
    await seesText('You have withdrawn your consent.');
    expect([await consent(), await withdraw!.count()]).toEqual(['revoked', 0]);
    await hasFocus('#camera');
    await camera!.click();
    await withdraw!.waitFor();
    await withdraw!.click();
    await seesText('You have withdrawn your consent.');
    expect([await consent(), await page.locator('#preview').isVisible()]).toEqual(['revoked', false]);
  });
});
