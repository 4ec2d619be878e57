import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { usePhone, type Phone } from './use-phone.ts';

let server: TestServer;
let device: BrowserContext;
let page: Page;
let watched: Phone['watched'];

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe.runIf(hasBrowser)('who has taken what was asked for', () => {
  usePhone((phone) => void ({ server, device, page, watched } = phone));

  const takeAll = async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const shot = { slot: 'roof', label: { en: 'The roof' }, hint: { en: 'Stand back' } };
    const meter = { slot: 'meter', label: { en: 'The meter' }, required: false };
    await server.client.sessions.update(session.id, { shots: [shot, meter] });
    await page.goto(invite.join_url);
    await button('Join the inspection').click();
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await button('Continue').click();
    await page.locator('.capture-shutter').waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'The roof' }).getByText('Stand back').waitFor();
    expect(await page.locator('.button.main').allInnerTexts()).toEqual(['Take this photo']);
    expect(await button('Take a photo').count()).toBe(0);
    await button('Another photo').waitFor();
    // The meter is optional.
    await page.getByText('0 of 1 taken').waitFor();
    await button('Take this photo').click();
    await page.locator('.capture-shutter').click();
    await button('Use the photo').click();
    await button('I’m done').waitFor();
    return session.id;
  };

  it('says so in two taps, sees what was taken and what is missing, and what happens next; the operator knows within 2 seconds', async () => {
    const id = await takeAll();
    expect(await page.locator('.button.main').allInnerTexts()).toEqual(['I’m done']);
    await page.locator('.shot .thumb').waitFor();
    const stored = async () => (await server.client.evidence.get(id)).missing_shots;
    await expect.poll(stored, { timeout: 15_000 }).toEqual([]);
    await button('Show live').click();
    await button('Start sharing').click();
    await button('Stop sharing').waitFor();
    await page.getByText('Nobody is watching.').waitFor();
    await page.goBack();
    await page.getByText('Nobody is watching.').waitFor();
    await button('I’m done').click();
    await page.getByRole('img', { name: 'The roof' }).waitFor();
    // Nobody is waited for once a person finishes.
    expect(await page.getByText('Nobody is watching.').count()).toBe(0);
    expect(await page.locator('.missing').innerText()).toContain('The meter');
    await page.getByRole('heading', { name: 'Your signature' }).waitFor();
    expect(await page.locator('.button.main').allInnerTexts()).toEqual(['Send and finish']);
    await button('Send and finish').click();
    const readDone = async () => (await server.client.participants.list(id)).data[0]!.done_at;
    await expect.poll(readDone, { timeout: 2_000 }).not.toBeNull();
    await page.getByText('Your contact person knows that you are done.').waitFor();
    await page.getByText('Everything is sent.').waitFor();
    // Being done ends the sharing, and withdraws no consent.
    await button('Take more').click();
    await page.getByText('Your contact person is not connected.').waitFor();
    const [{ consent_state: consents } = {}] = (await server.client.participants.list(id)).data;
    expect(consents?.camera).toBe('granted');
    // Said once: after a reload it is not asked for again.
    await page.reload();
    await page.getByText('Your contact person knows that you are done.').waitFor();
    expect(await button('I’m done').count()).toBe(0);
    // More can be taken, and what was said stays.
    await button('Take a photo').click();
    await page.locator('.capture-shutter').click();
    await button('Use the photo').waitFor();
    expect(await readDone()).not.toBeNull();
  });

  it('is not said to be done while the service could not be told, and it is told once there is a network', async () => {
    await takeAll();
    await button('I’m done').click();
    await device.setOffline(true);
    await button('Send and finish').click();
    await page.getByRole('alert').getByText('No connection.').waitFor();
    await button('Try again').waitFor();
    // It goes on by itself.
    await device.setOffline(false);
    await page.getByText('Your contact person knows that you are done.').waitFor();
    expect(watched.faults.splice(0).every((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
  });

  it('knows each photo again in the queue once it is stored, after a reload too; checksums stand behind "Details"', async () => {
    const id = await takeAll();
    const stored = async () => (await server.client.evidence.get(id)).missing_shots;
    await expect.poll(stored, { timeout: 15_000 }).toEqual([]);
    await button('Your photos').click();
    for (const _ of ['at once', 'after a reload']) {
      await page.getByRole('img', { name: 'The roof' }).waitFor();
      const width = () => page.evaluate("document.querySelector('.queue-picture img').naturalWidth");
      await expect.poll(width).toBeGreaterThan(0);
      expect(await page.locator('.queue-hash').isVisible()).toBe(false);
      await page.reload();
      await button('Your photos').click();
    }
    await page.getByText('Details').click();
    expect(await page.locator('.queue-hash').innerText()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is not asked to leave where they are first asked what they allow, and is asked before they leave', async () => {
    const { invite } = await mintInviteFor(server, {});
    await page.goto(invite.join_url);
    await button('Join the inspection').click();
    await page.getByRole('checkbox').first().waitFor();
    expect(await button('Leave the inspection').count()).toBe(0);
    await button('Continue').click();
    await button('What you allow').click();
    await button('Leave the inspection').click();
    await page.getByText('Do you want to leave?').waitFor();
    await button('Stay').click();
    await button('Leave the inspection').click();
    await button('Leave the inspection').click();
    await page.getByText('You have left the inspection').waitFor();
  });
});
