import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MintedInvite } from '@field-inspection/sdk';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { joinAs, openCamera, takePhoto } from './field-queue/field-person.ts';
import { readKept } from './field-queue/read-kept.ts';
import { hasBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { usePhone, type Phone } from './use-phone.ts';

let server: TestServer;
let device: BrowserContext;
let page: Page;
let watched: Phone['watched'];

const MARKUP = `</p><script>globalThis.hit=1</script><img src=x onerror="globalThis.hit=1">"'&{{page}}{count}`;

const join = async (sessionBody: Parameters<TestServer['client']['sessions']['create']>[0] = {}) => {
  const session = await server.client.sessions.create(sessionBody);
  const invite = await server.client.participants.create(session.id, {});
  await page.goto(invite.join_url);
  await page.getByRole('button', { name: 'Join the inspection' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Your contact person is not connected.').waitFor();
  return { session, token: invite.join_url.split('#')[1]! };
};

describe.runIf(hasBrowser)('the field application', () => {
  usePhone((phone) => void ({ server, device, page, watched } = phone), { hasFaults: true });

  it('shows what organisations and operators write as text, and runs nothing of it', async () => {
    await server.client.branding.update({ display_name: MARKUP });
    await join({
      notes: MARKUP,
      site_address: MARKUP,
      shots: [{ slot: 'roof', label: { en: MARKUP }, hint: { en: MARKUP } }],
    });
    expect(await page.getByText('onerror=').count()).toBe(5);
    expect(await page.evaluate('[globalThis.hit, document.images.length]')).toEqual([undefined, 0]);
    await server.client.branding.update({ display_name: '' });
    expect(watched.faults).toEqual([]);
  });

  it('tells the token of the link to the join alone: in no address, referrer, cookie, history of the tab or other place', async () => {
    const { token } = await join();
    const told = watched.requests.filter((request) => JSON.stringify(request).includes(token));
    expect(told.map(({ url }) => new URL(url).pathname.split('/join/')[0])).toEqual([
      expect.stringMatching(/^\/v1\/sessions\//),
    ]);
    expect(watched.requests.flatMap(({ headers }) => headers.referer || [])).toEqual([]);
    expect([await device.cookies(), page.url().includes(token)]).toEqual([[], false]);
    await page.goto(`${server.baseUrl}/docs`);
    expect(await page.evaluate('document.referrer')).toBe('');
    await page.goBack();
    expect(page.url()).not.toContain(token);
  });

  const openAsking = async () => {
    const { fieldToken } = await page.evaluate<{ fieldToken: string }>(
      'JSON.parse(Object.values(localStorage)[0])',
    );
    const headers = { authorization: `Bearer ${fieldToken}` };
    return async () => (await fetch(`${server.baseUrl}/v1/field/session`, { headers })).status;
  };
  const leave = async () => {
    await page.getByRole('button', { name: 'What you allow' }).click();
    for (const _ of ['asked', 'answered'])
      await page.getByRole('button', { name: 'Leave the inspection' }).click();
  };
  const saysLeft = () => page.getByRole('heading', { name: 'You have left the inspection' }).waitFor();

  it('gives everything back when the person leaves, and says so: the token is dead', async () => {
    await join();
    const ask = await openAsking();
    expect(await ask()).toBe(200);
    await leave();
    await saysLeft();
    expect([await ask(), await page.evaluate('localStorage.length')]).toEqual([401, 0]);
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Join the inspection' }).click();
    await page.getByRole('heading', { name: 'What do you allow?' }).waitFor();
  });

  it('says that the person has not left yet where that can not be told, after a reload too, and leaves once it can', async () => {
    await join();
    const ask = await openAsking();
    await page.route('**/field/leave', (route) => route.abort());
    await leave();
    await page.getByText('No connection: you have not left yet.').waitFor();
    expect(await ask()).toBe(200);
    expect(await runAxe(page)).toEqual([]);
    await page.reload();
    await page.getByText('No connection: you have not left yet.').waitFor();
    await page.unroute('**/field/leave');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await saysLeft();
    expect([await ask(), await page.evaluate('localStorage.length')]).toEqual([401, 0]);
  });

  it('tells first that the person has left when they come back, so that it puts them out no more', async () => {
    await join();
    const ask = await openAsking();
    await page.route('**/field/leave', (route) => route.abort());
    await leave();
    await page.getByText('No connection: you have not left yet.').waitFor();
    await page.unroute('**/field/leave');
    await page.getByRole('button', { name: 'Join the inspection' }).click();
    await page.getByRole('heading', { name: 'What do you allow?' }).waitFor();
    expect(await ask()).toBe(401);
    const again = await openAsking();
    expect(await again()).toBe(200);
  });

  it.each([
    {
      what: 'the person leaves',
      finish: async () => {
        await page.getByRole('button', { name: 'What you allow' }).click();
        for (const _ of ['asked', 'answered'])
          await page.getByRole('button', { name: 'Leave the inspection' }).click();
      },
      says: 'You have left the inspection',
      // A reload of the tab says that the person has left.
      stays: ({ session }: MintedInvite) => [`ended ${session}`],
    },
    {
      what: 'the session ends',
      finish: ({ session }: MintedInvite) => server.client.sessions.end(session),
      says: '1 photo was stored.',
      // A reload of the tab shows how much was stored, and its receipt.
      stays: ({ session }: MintedInvite) => [`ended ${session}`],
    },
    {
      what: 'the invite is revoked',
      finish: ({ session, id }: MintedInvite) => server.client.participants.revoke(session, id),
      says: 'This invitation is no longer valid',
      stays: ({ session }: MintedInvite) => [`ended ${session}`],
    },
  ])(
    'leaves nothing on a device that has stored a photo when $what: no token, no link, no receipt',
    async ({ finish, says, stays }) => {
      const { id } = await server.client.sessions.create();
      const invite = await server.client.participants.create(id, {});
      await joinAs(page, invite);
      await openCamera(page);
      await takePhoto(page);
      const states = async () => (await readKept(page)).map(({ state }) => state);
      await expect.poll(states, { timeout: 20_000 }).toEqual(['stored']);
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await finish(invite);
      await page.getByText(says).and(page.locator(':visible')).first().waitFor();
      await expect.poll(() => readKept(page), { timeout: 20_000 }).toEqual([]);
      const storages = await page.evaluate('[Object.keys(localStorage), Object.keys(sessionStorage)].flat()');
      expect(storages).toEqual(stays(invite));
      const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
      expect(kept).not.toContain(invite.join_url.split('#')[1]);
      // A reload lets nobody in, either.
      await page.reload();
      const over = page.getByText(
        /You have left the inspection|This invitation is no longer valid|The inspection has ended/,
      );
      await over.and(page.locator(':visible')).first().waitFor();
    },
  );

  it('stays left when what was asked before is replied to afterwards', async () => {
    await join();
    await page.getByRole('button', { name: 'What you allow' }).click();
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await page.route('**/v1/field/session', async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await left.promise;
      await route.fulfill({ response });
    });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await asked.promise;
    const received = page.waitForResponse('**/v1/field/session');
    for (const _ of ['asked', 'answered'])
      await page.getByRole('button', { name: 'Leave the inspection' }).click();
    await saysLeft();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    left.resolve();
    await (await received).finished();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.reload();
    await saysLeft();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('copies the link for another browser where this one gives no camera, and lets in all the same', async () => {
    await device.grantPermissions(['clipboard-read', 'clipboard-write']);
    await device.addInitScript("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
    const session = await server.client.sessions.create();
    const invite = await server.client.participants.create(session.id, {});
    await page.goto(invite.join_url);
    await page.getByText('open it in your browser').waitFor();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.getByText('The link is copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(invite.join_url);
    await page.getByRole('button', { name: 'Join the inspection' }).click();
    await page.getByRole('heading', { name: 'What do you allow?' }).waitFor();
    expect(watched.faults).toEqual([]);
  });

  it('is in no frame', async () => {
    const site = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<iframe src="${server.baseUrl}/join/x"></iframe>`);
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => site.once('listening', listening));
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}`);
    await expect.poll(() => watched.faults.join()).toContain('frame-ancestors');
    site.close();
  });
});
