import type { MintedInvite } from '@field-inspection/sdk';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { usePhone, type Phone } from './use-phone.ts';

let server: TestServer;
let page: Page;
let watched: Phone['watched'];

const invite = async () => {
  const session = await server.client.sessions.create({ locale: 'en' });
  return { session, invite: await server.client.participants.create(session.id) };
};

const tapJoin = async ({ join_url }: Pick<MintedInvite, 'join_url'>) => {
  await page.goto(join_url);
  await tap('Join the inspection');
};

const tap = (name: string) => page.getByRole('button', { name }).click();
const sees = (text: string) => page.getByText(text).and(page.locator(':visible')).waitFor();

const ASKED = 'What do you allow?';
/** Guard against hanging. */
const PATIENCE = { timeout: 30_000 };

describe.runIf(hasBrowser)('what a person withdraws', () => {
  usePhone((phone) => void ({ server, page, watched } = phone), {
    settings: { MESSAGES_PER_RECIPIENT_HOUR: '1000' },
  });

  it('shows a withdrawal at once and for good, though it can not be told now, and tells it once it can, after a reload too', async () => {
    const { invite: minted } = await invite();
    await tapJoin(minted);
    await page.locator('h1:focus').waitFor();
    const camera = page.getByRole('checkbox', { name: 'Camera' });
    const recorded = async () => (await server.client.sessions.get(minted.session)).consent_state.camera;
    await camera.check();
    await expect.poll(recorded).toBe('granted');
    await page.route('**/field/consent', (route) => route.abort());
    await camera.click();
    await sees('Your withdrawal applies now.');
    expect([await camera.isChecked(), await recorded()]).toEqual([false, 'granted']);
    await page.reload();
    await tap('What you allow');
    await sees('Your withdrawal applies now.');
    expect(await camera.isChecked()).toBe(false);
    await page.unroute('**/field/consent');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(recorded).toBe('revoked');
    await page.getByText('Your withdrawal applies now.').waitFor({ state: 'detached' });
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
  });

  it('tells a withdrawal that the service could not take by itself, while the page stays as it is', async () => {
    await page.clock.install();
    const { session, invite: minted } = await invite();
    await tapJoin(minted);
    await page.locator('h1:focus').waitFor();
    const recorded = async () => (await server.client.sessions.get(session.id)).consent_state.camera;
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await expect.poll(recorded, PATIENCE).toBe('granted');
    await page.route('**/field/consent', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await page.getByRole('checkbox', { name: 'Camera' }).click();
    await sees('Your withdrawal applies now.');
    await page.clock.fastForward(31_000);
    await expect.poll(recorded, PATIENCE).toBe('revoked');
    await page.getByText('Your withdrawal applies now.').waitFor({ state: 'detached' });
    expect(watched.faults.splice(0).every((fault) => fault.includes('503'))).toBe(true);
  });

  it('tells what was withdrawn without a network by the next link of the same person, before anything is shared, and shows another person their own answers', async () => {
    const { session, invite: anna } = await invite();
    const other = await server.client.participants.create(session.id);
    const recorded = async ({ id }: Pick<MintedInvite, 'id'>) =>
      (await server.client.participants.list(session.id)).data.find((each) => each.id === id)!
        .consent_state as object;
    const all = (answer: string) => ({ camera: answer, microphone: answer, gps: answer, recording: answer });
    await tapJoin(anna);
    await page.locator('h1:focus').waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await expect.poll(() => recorded(anna)).toEqual(all('granted'));
    await page.route('**/field/consent', (route) => route.abort());
    for (const box of await page.getByRole('checkbox').all()) await box.click();
    await sees('Your withdrawal applies now.');
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
    const { session, invite: anna } = await invite();
    const recorded = async () => (await server.client.sessions.get(session.id)).consent_state.camera;
    await tapJoin(anna);
    await page.locator('h1:focus').waitFor();
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await expect.poll(recorded).toBe('granted');
    await page.route('**/field/consent', (route) => route.abort());
    await page.getByRole('checkbox', { name: 'Camera' }).click();
    await sees('Your withdrawal applies now.');
    await page.goto('about:blank');
    const reissued = await server.client.participants.reissue(session.id, anna.id);
    await page.goto(anna.join_url);
    await sees('This invitation is no longer valid');
    await page.unroute('**/field/consent');
    await page.goto('about:blank');
    await tapJoin(reissued);
    await expect.poll(recorded, PATIENCE).toBe('revoked');
    expect(watched.faults.splice(0).filter((fault) => !/ERR_(FAILED|ABORTED)/.test(fault))).toEqual([]);
  });
});
