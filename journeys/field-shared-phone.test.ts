import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { joinAs, openCamera, takePhoto } from './field-queue/field-person.ts';
import { readKept } from './field-queue/read-kept.ts';
import { hasBrowser } from './open-browser.ts';
import { usePhone } from './use-phone.ts';

let server: TestServer;
let page: Page;

/** Guard against hanging. */
const PATIENCE = { timeout: 30_000 };
const UPLOADS = /\/v1\/field\/uploads/;

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const pad = () => page.getByRole('application');
const countStrokes = () => pad().locator(':scope > g:not(.draw-cursor)').count();

const draw = async () => {
  await pad().hover();
  const box = (await pad().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 });
  await page.mouse.up();
};

const openSession = async () => {
  const { id } = await server.client.sessions.create();
  const inviteAs = (first_name: string) =>
    server.client.participants.create(id, { recipient_first_name: first_name });
  return { id, ada: await inviteAs('Ada'), ben: await inviteAs('Ben') };
};

const listStored = async (sessionId: string) =>
  (await server.client.evidence.list({ session_id: sessionId })).data.map(({ kind }) => kind).sort();

/** Ada withdraws the camera, and the service does not hear of it. */
const withdrawUntold = async (link: { join_url: string }) => {
  await joinAs(page, link);
  await page.route('**/field/consent', (route) => route.abort());
  await press('What you allow');
  await page.getByRole('checkbox', { name: 'Camera' }).click();
  await page.getByText('Your withdrawal applies now.').and(page.locator(':visible')).waitFor();
};

/** Ada takes a photo, draws on it and begins to sign; nothing of it is sent. */
const leaveWaiting = async (link: { join_url: string }) => {
  await page.route(UPLOADS, (route) => route.abort());
  await joinAs(page, link);
  await openCamera(page);
  await press('Take the photo');
  await press('Draw on it');
  await pad().waitFor();
  await draw();
  await press('Send');
  await page.getByText('It will be sent once the photo is stored.').first().waitFor();
  await page.goto('about:blank');
  await page.goto(link.join_url);
  await press('Sign');
  await draw();
  expect(await countStrokes()).toBe(1);
  await page.goto('about:blank');
  await page.unroute(UPLOADS);
};

describe.runIf(hasBrowser)('a phone that two persons of a session use', () => {
  usePhone((opened) => void ({ server, page } = opened), {
    context: { viewport: { width: 360, height: 740 } },
    hasFaults: true,
  });

  it('sends what each has taken, drawn and signed as themselves alone, and has it wait until they are back', async () => {
    const { id, ada, ben } = await openSession();
    await leaveWaiting(ada);
    await joinAs(page, ben);
    await press('Sign');
    await pad().waitFor();
    expect([await countStrokes(), await page.getByLabel('Your first and last name').inputValue()]).toEqual([
      0,
      'Ben',
    ]);
    await press('Back');
    await openCamera(page);
    await takePhoto(page);
    const states = async () =>
      (await readKept(page)).map(({ participantId, state }) => [participantId, state]);
    await expect.poll(states, { timeout: 20_000 }).toEqual([
      [ada.id, 'waiting'],
      [ben.id, 'stored'],
    ]);
    await press('Back');
    // Ben may leave, as nothing of his waits; what is Ada's stays.
    await press('What you allow');
    for (const _ of ['asked', 'answered']) await press('Leave the inspection');
    await page.getByRole('button', { name: 'Join the inspection' }).waitFor();
    expect(await listStored(id)).toEqual(['photo']);
    await page.goto('about:blank');
    await page.goto(ada.join_url);
    await press('Join the inspection');
    await expect.poll(() => listStored(id), { timeout: 30_000 }).toEqual(['annotation', 'photo', 'photo']);
    await press('Sign');
    await pad().waitFor();
    expect(await countStrokes()).toBe(1);
  });

  it('tells what the one has withdrawn without a network as soon as the other opens a page, with the right of the one', async () => {
    const { id, ada, ben } = await openSession();
    const recorded = async () => {
      const { data } = await server.client.participants.list(id);
      return Object.fromEntries(data.map((each) => [each.id, each.consent_state.camera]));
    };
    await withdrawUntold(ada);
    await page.goto('about:blank');
    await page.unroute('**/field/consent');
    await page.goto(ben.join_url);
    await page.getByRole('button', { name: 'Join the inspection' }).waitFor();
    await expect.poll(recorded, PATIENCE).toEqual({ [ada.id]: 'revoked', [ben.id]: 'pending' });
    await expect.poll(() => page.evaluate('Object.keys(localStorage)'), PATIENCE).toEqual([`field ${id}`]);
  });

  it('tells what was withdrawn without a network though the person has left, and lets the token go only then', async () => {
    const { id, ada } = await openSession();
    await withdrawUntold(ada);
    const asked: string[] = [];
    page.on('response', (response) => asked.push(response.url().split('/').at(-1)!));
    for (const _ of ['asked', 'answered']) await press('Leave the inspection');
    await page.getByRole('button', { name: 'Join the inspection' }).waitFor();
    await page.unroute('**/field/consent');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect
      .poll(async () => (await server.client.sessions.get(id)).consent_state.camera, PATIENCE)
      .toBe('revoked');
    await expect.poll(() => asked.slice(-2), PATIENCE).toEqual(['consent', 'leave']);
    await expect.poll(() => page.evaluate('localStorage.length'), PATIENCE).toBe(0);
  });

  it('offers what the one has left to save as a file when the session ends for the other', async () => {
    const { id, ada, ben } = await openSession();
    await leaveWaiting(ada);
    await joinAs(page, ben);
    await server.client.sessions.end(id);
    await page.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
    await page.getByText('1 photo was not sent.').waitFor();
    await page.getByText('Drawings not sent: 2').waitFor();
    expect((await readKept(page)).map(({ participantId, state }) => [participantId, state])).toEqual([
      [ada.id, 'waiting'],
    ]);
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });
});
