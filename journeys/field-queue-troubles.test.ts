import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { takeNoisyPhoto } from '@field-inspection/server/testing/take-noisy-photo';
import type { BrowserContext, Page, Request } from 'playwright-core';
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

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Guard against hanging. */
const PATIENCE = { timeout: 30_000 };

describe.runIf(hasBrowser)('what was taken and can’t be sent', () => {
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
  };
  const takeOffline = async () => {
    await page.getByRole('button', { name: 'Take the photo' }).waitFor();
    await context.setOffline(true);
    await takePhoto(page);
  };
  const sees = (text: string | RegExp) =>
    page.getByText(text).and(page.locator(':visible')).first().waitFor();
  const listStored = async () => {
    const evidence = [];
    for await (const piece of server.client.evidence.list({ session_id: sessionId })) evidence.push(piece);
    return evidence.map(({ received_sha256 }) => received_sha256);
  };

  const readUnsent = async () => (await server.client.sessions.get(sessionId)).unsent_items;

  it('goes on by itself where it stopped when the network was cut in the middle, and shows its receipt', async () => {
    await context.addInitScript(NO_CAMERA);
    await comeToCamera();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 };
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    const photo = await takeNoisyPhoto({ width: 1600, height: 1200 });
    await chooseFile(page, photo);
    await openQueue(page);
    await sees(/^Sending: [2-9]\d %$/);
    await network.send('Network.emulateNetworkConditions', { ...slow, offline: true });
    await sees('No connection. Photos will be sent as soon as you are back online.');
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await sees('1 photo is stored.');
    await page.getByText('Details').click();
    await sees(sha256(photo));
    expect(await listStored()).toEqual([sha256(photo)]);
    const parts = requests
      .filter((each) => each.method() === 'PATCH' && each.url().includes('/uploads'))
      .map((each) => each.headers());
    expect(Number(parts.at(-1)!['upload-offset'])).toBeGreaterThan(0);
    expect(
      requests.filter((each) => each.method() === 'POST' && each.url().includes('/uploads')),
    ).toHaveLength(1);
  });

  it('can be saved, as it was taken, once the inspection has ended', async () => {
    await comeToCamera();
    await takeOffline();
    const [taken] = await readKept(page);
    await server.client.sessions.end(sessionId);
    await context.setOffline(false);
    await sees('The inspection has ended');
    await sees('1 photo was not sent.');
    await sees('Not sent: the inspection has ended.');
    await page.getByRole('img', { name: 'Photo' }).waitFor();
    const saving = page.waitForEvent('download');
    expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save the file' }).click();
    const saved = await readFile(await (await saving).path());
    expect(sha256(saved)).toBe(taken!.sha256);
    for (const _ of ['asked', 'answered']) await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('1 photo was not sent.').waitFor({ state: 'detached' });
    expect(await readKept(page)).toEqual([]);
  });

  it.each([
    {
      what: 'the session has ended',
      says: 'The inspection has ended',
      finish: () => server.client.sessions.end(sessionId),
    },
    {
      what: 'the invite is revoked',
      says: 'This invitation is no longer valid',
      finish: async () => {
        const { data } = await server.client.participants.list(sessionId);
        await server.client.participants.revoke(sessionId, data[0]!.id);
      },
    },
  ])(
    'lies on the device until the person has saved and removed it, when the phone comes back late and $what',
    async ({ finish, says }) => {
      await comeToCamera();
      await takeOffline();
      await takePhoto(page);
      // Each is made small after it is kept.
      const isWhole = async () => (await readKept(page)).every(({ thumb }) => thumb);
      await expect.poll(isWhole, PATIENCE).toBe(true);
      const taken = await readKept(page);
      const address = page.url();
      await page.close();
      await finish();
      await context.setOffline(false);
      page = await context.newPage();
      await page.goto(address);
      await sees(`${taken.length} photos were not sent.`);
      await page.getByText(says).first().waitFor();
      await page.reload();
      await sees(`${taken.length} photos were not sent.`);
      expect(await readKept(page)).toEqual(taken);
      await page.close();
      page = await context.newPage();
      await page.goto(address);
      for (const left of [1, 0]) {
        const saving = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save the file' }).first().click();
        const saved = await readFile(await (await saving).path());
        expect(taken.map((each) => each.sha256)).toContain(sha256(saved));
        for (const _ of ['asked', 'answered'])
          await page.getByRole('button', { name: 'Remove' }).first().click();
        await expect.poll(async () => (await readKept(page)).length, PATIENCE).toBe(left);
      }
    },
  );

  it('waits for the consent when it is withdrawn, as the session says, and is sent once it is given again', async () => {
    await comeToCamera();
    await takeOffline();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'What you allow' }).click();
    await page.getByRole('checkbox', { name: 'Camera' }).uncheck();
    await page.getByRole('button', { name: 'Continue' }).click();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Your photos · not sent yet: 1' }).click();
    await sees('Photos will be sent once you allow it.');
    expect(await listStored()).toEqual([]);
    await expect.poll(readUnsent, PATIENCE).toBe(1);
    await page.getByRole('button', { name: 'Allow photos' }).click();
    await sees('1 photo is stored.');
    expect(await listStored()).toHaveLength(1);
    await expect.poll(readUnsent, PATIENCE).toBe(0);
  });

  it('comes after the consent that was given without a network', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    sessionId = session.id;
    await joinAs(page, invite, []);
    await openCamera(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Allow photos' }).click();
    await sees('No connection: your consent is not on record yet.');
    await takePhoto(page);
    await openQueue(page);
    await sees('Photos will be sent once you allow it.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Allow photos' }).click();
    await sees('1 photo is stored.');
    const entries = await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: sessionId, kind: { in: ['consent.changed', 'evidence.captured'] } },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['consent.changed', 'evidence.captured']);
  });

  it('is stored once when another tab takes over while it is sent', async () => {
    await context.addInitScript(NO_CAMERA);
    await comeToCamera();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    const photo = await takeNoisyPhoto({ width: 800, height: 600 });
    await chooseFile(page, photo);
    await openQueue(page);
    await sees(/^Sending: [2-9]\d %$/);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Continue here' }).click();
    await other.getByRole('button', { name: 'Your photos', exact: true }).waitFor();
    await sees('The inspection is now open in another tab or on another device');
    expect(await listStored()).toEqual([sha256(photo)]);
  });

  it('can be taken and sent after the network went before the files of camera and uploader had come: they come by themselves', async () => {
    const first = await context.browser()!.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
    page = await first.newPage();
    const { session, invite } = await mintInviteFor(server, {});
    sessionId = session.id;
    await joinAs(page, invite);
    await first.setOffline(true);
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await sees('No connection. Check your internet access, then try again.');
    await first.setOffline(false);
    await page.getByRole('button', { name: 'Take the photo' }).waitFor();
    await first.setOffline(true);
    await takePhoto(page);
    await first.setOffline(false);
    await expect.poll(listStored, PATIENCE).toHaveLength(1);
    await first.close();
  });

  it('stays in sight when the device has no room for it, and is kept once there is some', async () => {
    await context.addInitScript({
      content: `const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = function (...given) {
          if (!globalThis.hasRoom) throw new DOMException('', 'QuotaExceededError');
          return add.apply(this, given);
        }`,
    });
    await comeToCamera();
    await page.getByRole('button', { name: 'Take the photo' }).click();
    await page.getByRole('button', { name: 'Use the photo' }).click();
    await page.getByRole('alert').getByText('the device is out of space').waitFor();
    await page.getByRole('img').waitFor();
    expect(await page.getByRole('link', { name: 'Save the file' }).getAttribute('download')).toBe(
      'Photo.jpg',
    );
    await page.evaluate('void (globalThis.hasRoom = true)');
    await page.getByRole('button', { name: 'Try again' }).click();
    await sees('1 photo taken.');
    await expect.poll(listStored, PATIENCE).toHaveLength(1);
  });
});
