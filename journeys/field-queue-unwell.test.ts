import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto as makePhoto } from '@field-inspection/server/testing/take-photo';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  chooseFile,
  joinAs,
  NO_CAMERA,
  openCamera,
  openQueue,
  takePhoto,
} from './field-queue/field-person.ts';
import { readKept } from './field-queue/read-kept.ts';
import { hasBrowser } from './open-browser.ts';
import { usePhone } from './use-phone.ts';

/** Guard against hanging. */
const PATIENCE = { timeout: 30_000 };

describe.runIf(hasBrowser)('what was taken, when the device or the service is not well', () => {
  let server: TestServer;
  let context: BrowserContext;
  let page: Page;
  let sessionId: string;
  usePhone((phone) => void ({ server, device: context, page } = phone), {
    context: { viewport: { width: 360, height: 640 } },
    hasFaults: true,
  });

  const comeToCamera = async () => {
    const { session, invite } = await mintInviteFor(server, {});
    sessionId = session.id;
    await joinAs(page, invite);
    await openCamera(page);
    return invite;
  };
  const sees = (text: string) => page.getByText(text).and(page.locator(':visible')).first().waitFor();
  const readUnsent = async () => (await server.client.sessions.get(sessionId)).unsent_items;
  const listStored = async () =>
    (await server.client.evidence.list({ session_id: sessionId })).data.map(
      ({ received_sha256 }) => received_sha256,
    );

  it('counts as not sent no more once the person goes on with nothing, on a device that never had it', async () => {
    await page.route(/\/v1\/field\/uploads/, (route) => route.abort());
    const invite = await comeToCamera();
    await takePhoto(page);
    await expect.poll(readUnsent, PATIENCE).toBe(1);
    await page.close();
    const empty = await context.browser()!.newContext({ locale: 'en-GB' });
    page = await empty.newPage();
    await page.goto(invite.join_url);
    await page.getByRole('button', { name: 'Join the inspection' }).click();
    await expect.poll(readUnsent, PATIENCE).toBe(0);
    await empty.close();
  });

  it('is taken all the same on a device that is nearly full, and the camera says so before anything is lost', async () => {
    await page.addInitScript(
      'StorageManager.prototype.estimate = async () => ({ quota: 1_000_000_000, usage: 950_000_000 })',
    );
    await comeToCamera();
    await sees('This device is nearly full. Free up some space before you take more photos.');
    await takePhoto(page);
    await expect.poll(listStored, PATIENCE).toHaveLength(1);
  });

  it('goes on with what is taken next when the storage was cleared while the page was open', async () => {
    await comeToCamera();
    await page.getByRole('button', { name: 'Take the photo' }).waitFor();
    await context.setOffline(true);
    await takePhoto(page);
    const { origin } = new URL(page.url());
    const browser = await context.newCDPSession(page);
    await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await takePhoto(page);
    const [taken, ...others] = await readKept(page);
    expect(others).toEqual([]);
    await context.setOffline(false);
    await expect.poll(listStored, PATIENCE).toEqual([taken!.sha256]);
    await openQueue(page);
    await sees('1 photo is stored.');
  });

  it('is tried again, and the person told, where the service says to come back in an age; it is sent when they wish', async () => {
    await page.clock.install();
    await comeToCamera();
    await page.route(/\/v1\/field\/(uploads|evidence)/, (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '99999999999' } }),
    );
    await takePhoto(page);
    await openQueue(page);
    for (let tries = 0; tries < 3; tries++) {
      await page.waitForTimeout(300);
      await page.clock.fastForward('10:01');
    }
    await sees('Something went wrong on our side. Try again in a moment.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Send again' }).click();
    await sees('1 photo is stored.');
    expect(await listStored()).toHaveLength(1);
  });

  it('is said to be not sent where the person could go on without it, when it is refused: in the camera, at home, where they sign, and before they leave', async () => {
    await context.addInitScript(NO_CAMERA);
    await comeToCamera();
    await page.route(/\/v1\/field\/uploads/, (route) =>
      route.fulfill({ status: 422, json: { code: 'evidence_invalid' } }),
    );
    await chooseFile(page, await makePhoto());
    await sees('1 photo was not sent. 1 photo taken.');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await press('Back');
    await press('Sign');
    await sees('1 photo was not sent.');
    await press('What you allow');
    await press('Leave the inspection');
    await sees('Not everything was sent. Save the rest before you leave.');
    await press('Your photos · not sent: 1');
    await page.getByRole('status').getByText('1 photo was not sent.').waitFor();
    await page.getByRole('button', { name: 'Save the file' }).waitFor();
    for (const way of ['Back', 'Continue']) await press(way);
    // While the screen to sign comes, what leads back stands elsewhere.
    await sees('1 photo was not sent.');
    await press('Back');
    await page.unrouteAll();
    await page.route(/\/v1\/field\/uploads/, (route) => route.abort());
    await openCamera(page);
    await chooseFile(page, await makePhoto());
    await press('Back');
    await press('Your photos · not sent yet: 1 · not sent: 1');
    await sees('1 photo is still to be sent. 1 photo was not sent.');
    await page.unrouteAll();
    await page.evaluate('void dispatchEvent(new Event("online"))');
    await page.getByRole('status').getByText('1 photo was not sent.', { exact: true }).waitFor();
    await press('What you allow');
    for (const _ of ['asked', 'answered']) await press('Leave the inspection');
    await sees('You have left the inspection');
  });

  it('is said to be damaged where the service finds it so, and can be saved or removed: to send it again is not offered', async () => {
    await page.route(/\/v1\/field\/uploads/, (route) =>
      route.fulfill({ status: 422, json: { code: 'evidence_invalid' } }),
    );
    await comeToCamera();
    await takePhoto(page);
    await openQueue(page);
    await sees('Not sent: the file is damaged, or is not a photo.');
    const ways = page.getByRole('listitem').getByRole('button');
    expect(await ways.allInnerTexts()).toEqual(['Save the file', 'Remove']);
    for (const _ of ['asked', 'answered']) await ways.filter({ hasText: 'Remove' }).click();
    await sees('There are no photos yet.');
    expect(await readKept(page)).toEqual([]);
  });
});
