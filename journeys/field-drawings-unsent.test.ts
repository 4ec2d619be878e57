import { readFile } from 'node:fs/promises';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { joinAs } from './field-queue/field-person.ts';
import { hasBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { usePhone } from './use-phone.ts';

let server: TestServer;
let page: Page;

const OFFLINE = 'No connection. It will be sent as soon as you are back online.';
const BUSY = 'The service is busy. It will be sent automatically.';

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const pad = () => page.getByRole('application');
const countStrokes = () => pad().locator(':scope > g:not(.draw-cursor)').count();

const drawLine = async () => {
  const { x, y, width, height } = (await pad().boundingBox())!;
  await page.mouse.move(x + width * 0.2, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height * 0.7, { steps: 4 });
  await page.mouse.up();
};

const listEvidence = async (sessionId: string, kind: 'signature' | 'whiteboard') =>
  (await server.client.evidence.list({ session_id: sessionId, kind })).data;

describe.runIf(hasBrowser)('what was drawn and sent where there was no network', () => {
  usePhone((phone) => void ({ server, page } = phone), {
    context: { viewport: { width: 320, height: 640 } },
    hasFaults: true,
  });

  it('goes by itself once there is one: a sketch and a signature, over a reload too, and never twice; until then the queue names each', async () => {
    const { session, invite } = await mintInviteFor(server, { recipient_first_name: 'Ada' });
    await joinAs(page, invite);
    // The service gets the signature, and its reply is lost.
    await page.route('**/v1/field/signature', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/v1/field/whiteboards', (route) => route.abort());
    for (const [screen, send] of [
      ['Draw a sketch', 'Send'],
      ['Sign', 'Sign'],
    ] as const) {
      await press(screen);
      await pad().waitFor();
      await drawLine();
      await press(send);
      await sees(OFFLINE);
      await press('Back');
    }
    await press('What you allow');
    await sees('You can leave once everything is sent.');
    expect(await page.getByRole('button', { name: 'Leave the inspection' }).count()).toBe(0);
    expect(await runAxe(page)).toEqual([]);
    await press('Your photos · not sent yet: 2');
    await sees('Drawings not sent: 2');
    for (const name of ['Sketch', 'Your signature'])
      await page.getByRole('listitem').filter({ hasText: name }).getByText(OFFLINE).waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('listitem').getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign', exact: true }).waitFor();
    await sees(OFFLINE);
    await press('Back');
    await page.unroute('**/v1/field/signature');
    await page.evaluate('void dispatchEvent(new Event("online"))');
    await page.getByText('Your signature').and(page.locator('li:has(dl) h2')).waitFor();
    await sees('Drawings not sent: 1');
    await page.unroute('**/v1/field/whiteboards');
    await page.reload();
    await page.getByRole('button', { name: 'Your photos', exact: true }).click();
    await page.getByText('Sketch').and(page.locator('li:has(dl) h2')).waitFor();
    for (const kind of ['signature', 'whiteboard'] as const)
      expect(await listEvidence(session.id, kind)).toHaveLength(1);
    await press('Back');
    // A person who opens the signature again begins anew.
    await sees('Your signature');
    await press('Sign');
    await pad().waitFor();
    expect(await countStrokes()).toBe(0);
  });

  it('is named by the shot of its photo: while it is only begun, with its receipt, and at the end', async () => {
    const shots = [{ slot: 'roof', label: { en: 'The roof' } }];
    const session = await server.client.sessions.create({ shots });
    const invite = await server.client.participants.create(session.id, { recipient_first_name: 'Ada' });
    await page.goto(invite.join_url);
    await press('Join the inspection');
    await page.getByRole('checkbox', { name: 'Camera' }).check();
    await press('Continue');
    await press('Take the photo');
    await press('Draw on it');
    await pad().waitFor();
    await drawLine();
    await page.reload();
    await press('Your photos · not sent yet: 1');
    const drawing = page.getByRole('listitem').filter({ hasText: 'Drawing on a photo · The roof' });
    await drawing.getByText('Started, not sent yet').waitFor();
    await drawing.getByRole('img').waitFor();
    await drawing.getByRole('button', { name: 'Continue drawing' }).click();
    await press('Send');
    await sees('Stored');
    await press('Back');
    await drawing.getByText('Details').click();
    await drawing.getByText('Checksum (SHA-256)').waitFor();
    await server.client.sessions.end(session.id);
    await sees('Thank you for taking part. You can close this page now.');
    const saving = page.waitForEvent('download');
    await press('Save the receipt');
    const receipt = await readFile(await (await saving).path(), 'utf8');
    expect(receipt).toMatch(/^Remote inspection\n/);
    expect(receipt).toContain('. Drawing on a photo · The roof\n');
  });

  it('is said to wait for a service that is busy, goes by itself when that wants to be asked again, and not before', async () => {
    await page.clock.install();
    const { session, invite } = await mintInviteFor(server, {});
    await joinAs(page, invite);
    let asked = 0;
    await page.route('**/v1/field/whiteboards', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      await route.fulfill({ status: 429, headers: { 'Retry-After': '120' }, json: { code: 'rate_limited' } });
    });
    await press('Draw a sketch');
    await pad().waitFor();
    await drawLine();
    await press('Send');
    await sees(BUSY);
    await press('Back');
    await press('Your photos · not sent yet: 1');
    await page.getByRole('listitem').filter({ hasText: 'Sketch' }).getByText(BUSY).waitFor();
    await page.evaluate('void dispatchEvent(new Event("online"))');
    await page.clock.fastForward('01:50');
    await sees(BUSY);
    expect(asked).toBe(1);
    await page.clock.fastForward('00:10');
    await page.getByText('Sketch').and(page.locator('li:has(dl) h2')).waitFor();
    expect(asked).toBe(2);
    expect(await listEvidence(session.id, 'whiteboard')).toHaveLength(1);
  });

  it('is said to have no connection as soon as the network goes while it is sent, and is stored once when that is back', async () => {
    await page.clock.install();
    const { session, invite } = await mintInviteFor(server, {});
    await joinAs(page, invite);
    // The service gets the sketch, and its reply is lost.
    await page.route('**/v1/field/whiteboards', async (route) => void (await route.fetch()), { times: 1 });
    await press('Draw a sketch');
    await pad().waitFor();
    await drawLine();
    await press('Send');
    await sees('Sending…');
    await expect.poll(() => listEvidence(session.id, 'whiteboard')).toHaveLength(1);
    // The clock stands still, so that no call times out.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1_000'));
    await page.context().setOffline(true);
    await sees(OFFLINE);
    await page.clock.resume();
    await page.context().setOffline(false);
    await sees('Stored');
    expect(await listEvidence(session.id, 'whiteboard')).toHaveLength(1);
  });
});
