import { readFile } from 'node:fs/promises';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { usePhone, type Phone } from './use-phone.ts';

let server: TestServer;
let page: Page;
let watched: Phone['watched'];

const join = async (): Promise<string> => {
  const { session, invite } = await mintInviteFor(server, {
    recipient_first_name: 'Ada',
    recipient_last_name: 'Lovelace',
  });
  await page.goto(invite.join_url);
  await page.getByRole('button', { name: 'Join the inspection' }).click();
  await page.getByRole('checkbox', { name: 'Camera' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Draw a sketch' }).waitFor();
  return session.id;
};

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const pad = () => page.getByRole('application');
const sendButton = () => page.getByRole('button', { name: 'Send', exact: true });
const NOTHING_TAKEN = 'No photo has been taken with this device yet.';
const OFFLINE = 'No connection. It will be sent as soon as you are back online.';
const CLOSE = 'Thank you for taking part. You can close this page now.';
const countStrokes = () => pad().locator(':scope > g:not(.draw-cursor)').count();

const draw = async (...places: [number, number][]) => {
  // Waits until the pad takes a touch.
  await pad().hover();
  const box = (await pad().boundingBox())!;
  for (const [index, [x, y]] of places.entries()) {
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 4 });
    if (index === 0) await page.mouse.down();
  }
  await page.mouse.up();
};

const evidenceOf = async (sessionId: string, kind: 'annotation' | 'signature' | 'whiteboard') =>
  (await server.client.evidence.list({ session_id: sessionId, kind })).data;

const listDrafts = () =>
  page.evaluate<string[]>('Object.keys(localStorage).filter((key) => key.startsWith("draw "))');

describe.runIf(hasBrowser)('drawing in the field application', () => {
  usePhone((phone) => void ({ server, page, watched } = phone), {
    context: { viewport: { width: 360, height: 740 } },
    hasFaults: true,
  });

  it('marks a photo that was just taken with pen, arrow and words, and keeps the photo as it is', async () => {
    const sessionId = await join();
    await press('Take a photo');
    await press('Take the photo');
    await press('Draw on it');
    await pad().waitFor();
    await draw([0.2, 0.2], [0.5, 0.3], [0.6, 0.6]);
    await press('Arrow');
    await draw([0.1, 0.9], [0.4, 0.6]);
    await draw([0.9, 0.9], [0.8, 0.8]);
    await press('Undo');
    await press('Text');
    await draw([0.3, 0.1]);
    await page.getByLabel('Text', { exact: true }).last().fill('<img src=x onerror=alert(1)>');
    await press('Add the text');
    expect(await countStrokes()).toBe(3);
    expect(await runAxe(page)).toEqual([]);
    await press('Send');
    await sees('Stored');
    await page.getByRole('status').filter({ hasText: 'Stored' }).and(page.locator(':focus')).waitFor();
    const [annotation] = await evidenceOf(sessionId, 'annotation');
    const photos = (await server.client.evidence.list({ session_id: sessionId, kind: 'photo' })).data;
    expect(annotation).toMatchObject({ status: 'ready', annotates: photos[0]!.id });
    expect(watched.faults).toEqual([]);
  });

  it('sends a drawing that was done before its photo was stored, over a reload, and once', async () => {
    const sessionId = await join();
    await page.route(/\/v1\/field\/uploads/, (route) => route.abort());
    await press('Take a photo');
    await press('Take the photo');
    await press('Draw on it');
    await draw([0.2, 0.2], [0.5, 0.3]);
    await press('Send');
    await sees('It will be sent once the photo is stored.');
    await press('Back');
    await page.reload();
    await page.unroute(/\/v1\/field\/uploads/);
    await page.reload();
    await expect
      .poll(async () => (await evidenceOf(sessionId, 'annotation')).length, { timeout: 30_000 })
      .toBe(1);
    await expect.poll(listDrafts).toEqual([]);
  });

  it('counts sketch, signature and what is drawn on a photo as not sent until they are: at home, in the queue, in the session', async () => {
    const sessionId = await join();
    const readUnsent = async () => (await server.client.sessions.get(sessionId)).unsent_items;
    await page.route(/\/v1\/field\/uploads/, (route) => route.abort());
    await press('Take a photo');
    await press('Take the photo');
    await press('Draw on it');
    await draw([0.2, 0.2], [0.5, 0.3]);
    await press('Send');
    await press('Back');
    await press('Back');
    for (const screen of ['Draw a sketch', 'Sign']) {
      await press(screen);
      await pad().waitFor();
      await draw([0.2, 0.2], [0.5, 0.3]);
      expect(await page.getByText(NOTHING_TAKEN).count()).toBe(0);
      await press('Back');
    }
    await press('Your photos · not sent yet: 4');
    await sees('1 photo is still to be sent.');
    await sees('Drawings not sent: 3');
    await expect.poll(readUnsent, { timeout: 30_000 }).toBe(4);
    await page.unroute(/\/v1\/field\/uploads/);
    await page.reload();
    await press('Draw a sketch');
    await press('Send');
    await sees('Stored');
    await press('Back');
    await press('Sign');
    await press('Sign');
    await sees('Stored');
    await press('Back');
    await expect.poll(readUnsent, { timeout: 30_000 }).toBe(0);
    await press('Your photos');
    await sees('1 photo is stored.');
    expect(await evidenceOf(sessionId, 'annotation')).toHaveLength(1);
  });

  it('says at the end what was drawn and not sent, and has it saved as pictures from this tab, which alone keeps it', async () => {
    const sessionId = await join();
    await page.route(/\/v1\/field\/uploads/, (route) => route.abort());
    await press('Take a photo');
    await press('Take the photo');
    await press('Draw on it');
    await draw([0.2, 0.2], [0.8, 0.8]);
    await press('Send');
    await press('Back');
    await press('Back');
    await press('Draw a sketch');
    await pad().waitFor();
    await draw([0.2, 0.2], [0.5, 0.3]);
    expect(await listDrafts()).toHaveLength(2);
    await server.client.sessions.end(sessionId);
    await page.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
    await sees('Drawings not sent: 2');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expect(await runAxe(page)).toEqual([]);
    await page.reload();
    await sees('Drawings not sent: 2');
    await page.locator('svg[role=img] image').waitFor({ state: 'attached' });
    for (const name of ['Photo', 'Drawing on a photo', 'Sketch']) {
      // A person who closes the page now loses the drawing.
      await sees('Save the files before you close this page.');
      expect(await page.getByText(CLOSE).count()).toBe(0);
      const saving = page.waitForEvent('download');
      const entry = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      await entry.getByRole('button', { name: 'Save the file' }).click();
      const saved = await saving;
      if (name === 'Photo') continue;
      expect(saved.suggestedFilename()).toBe(`${name}.png`);
      const png = await readFile(await saved.path());
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      // A PNG has its width and height in its head.
      expect(Math.max(png.readUInt32BE(16), png.readUInt32BE(20))).toBe(2400);
    }
    await page.getByText(CLOSE).waitFor();
    expect(await page.getByText('Save the files before you close this page.').count()).toBe(0);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('This link is not valid').waitFor();
    expect(await other.getByText(/^Drawings not sent/).count()).toBe(0);
  });

  it('sketches by keyboard alone, each sending a version, and keeps both where another came between', async () => {
    const sessionId = await join();
    await press('Draw a sketch');
    await pad().focus();
    const line = async (key: string) => {
      for (const each of [' ', key, key, ' ']) await page.keyboard.press(each === ' ' ? 'Space' : each);
    };
    await line('ArrowRight');
    expect(await countStrokes()).toBe(1);
    expect(await runAxe(page)).toEqual([]);
    await press('Send');
    await sees('Stored');
    // An empty pad has nothing to send.
    expect(await sendButton().count()).toBe(0);
    await page.reload();
    await press('Draw a sketch');
    await sees('Stored');
    expect(await sendButton().count()).toBe(0);
    await pad().focus();
    await line('ArrowDown');
    expect(await page.getByText('Stored', { exact: true }).count()).toBe(0);
    await press('Send');
    await expect.poll(async () => (await evidenceOf(sessionId, 'whiteboard')).length).toBe(2);
    const [board] = (await server.client.whiteboards.list({ session_id: sessionId })).data;
    expect(board!.version).toBe(2);
    await saveElsewhere(board!.id);
    await pad().focus();
    await line('ArrowUp');
    await press('Send');
    await sees('Somebody else has stored another version in the meantime. Both are kept.');
    const boards = (await server.client.whiteboards.list({ session_id: sessionId })).data;
    expect(boards.map(({ version }) => version).sort()).toEqual([1, 3]);
  });

  it('signs what is shown word for word; without a network nothing is lost, over a reload neither', async () => {
    const sessionId = await join();
    await press('Sign');
    const statement = await page.locator('blockquote').textContent();
    await sees(NOTHING_TAKEN);
    // Nobody confirms that nothing is missing where nothing was taken.
    expect(statement).toBe('I was there. What was captured shows what I saw.');
    const name = page.getByLabel('Your first and last name');
    expect(await name.inputValue()).toBe('Ada Lovelace');
    await name.fill('');
    await press('Sign');
    await sees('Enter your name, then sign.');
    await page.locator('input[aria-invalid=true]:focus').waitFor();
    await name.fill('Ada Rossi');
    await sees('Your signature is missing.');
    await draw([0.1, 0.5], [0.4, 0.2], [0.6, 0.8]);
    expect(await runAxe(page)).toEqual([]);
    await page.route('**/v1/field/signature', (route) => route.abort());
    await press('Sign');
    await sees(OFFLINE);
    await page.reload();
    await press('Sign');
    await sees(OFFLINE);
    expect(await page.getByLabel('Your first and last name').inputValue()).toBe('Ada Rossi');
    expect(await countStrokes()).toBe(1);
    await page.unroute('**/v1/field/signature');
    const sent = page.waitForRequest('**/v1/field/signature');
    await press('Send again');
    expect((await sent).postDataJSON()).toMatchObject({ name: 'Ada Rossi', statement, locale: 'en' });
    await sees('Stored');
    // The person sees what they have signed.
    await page.getByRole('img', { name: 'Your signature' }).waitFor();
    expect(await page.getByRole('figure').innerText()).toBe('Ada Rossi');
    expect(await page.locator('blockquote').textContent()).toBe(statement);
    await page.getByRole('status').filter({ hasText: 'Stored' }).and(page.locator(':focus')).waitFor();
    await press('Back');
    await press('Sign');
    await page.getByRole('img', { name: 'Your signature' }).waitFor();
    expect(await page.locator('blockquote').textContent()).toBe(statement);
    expect(await evidenceOf(sessionId, 'signature')).toHaveLength(1);
    expect(await listDrafts()).toEqual([]);
    await press('Sign again');
    await pad().waitFor();
    expect(await countStrokes()).toBe(0);
  });

  const saveElsewhere = async (whiteboard: string) => {
    const kept = await page.evaluate<string>(
      'Object.entries(localStorage).find(([key]) => key.startsWith("field "))[1]',
    );
    const { fieldToken } = JSON.parse(kept) as { fieldToken: string };
    const drawing = {
      width: 400,
      height: 300,
      strokes: [{ tool: 'pen', color: '#1f2937', size: 4, points: [[1, 1]] }],
    };
    const response = await fetch(`${server.baseUrl}/v1/field/whiteboards/${whiteboard}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${fieldToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: 2, drawing }),
    });
    expect(response.status).toBe(200);
  };
});
