import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { joinAs } from './field-queue/field-person.ts';
import { readKept } from './field-queue/read-kept.ts';
import { hasBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { usePhone } from './use-phone.ts';

let server: TestServer;
let page: Page;
let sessionId: string;
let joinUrl: string;

const button = (name: string | RegExp) => page.getByRole('button', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sees = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const pad = () => page.getByRole('application');
const countStrokes = () => pad().locator(':scope > g:not(.draw-cursor)').count();
const isHome = () => button('Take a photo').waitFor();
const isCamera = () => page.getByRole('button', { name: 'Take the photo', exact: true }).waitFor();

const drawLine = async () => {
  await pad().hover();
  const box = (await pad().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 4 });
  await page.mouse.up();
  await expect.poll(countStrokes).toBe(1);
};

const begin = async () => {
  const { session, invite } = await mintInviteFor(server, {});
  sessionId = session.id;
  joinUrl = invite.join_url;
  await joinAs(page, invite);
};

const evidenceOf = async (kind: 'photo' | 'annotation') =>
  (await server.client.evidence.list({ session_id: sessionId, kind })).data;
const readUnsent = async () => (await server.client.sessions.get(sessionId)).unsent_items;
const PATIENCE = { timeout: 30_000 };

type Screen = {
  open: () => Promise<void>;
  isThere: () => Promise<void>;
  /** Expects the screen between this one and the first one. */
  below?: () => Promise<void>;
};

const SCREENS: Record<string, Screen> = {
  live: {
    open: () => press('Show live'),
    isThere: () => page.getByRole('heading', { name: 'Live picture' }).waitFor(),
  },
  consent: {
    open: () => press('What you allow'),
    isThere: () => page.getByRole('heading', { name: 'What do you allow?' }).waitFor(),
  },
  camera: { open: () => press('Take a photo'), isThere: isCamera },
  check: {
    open: async () => {
      await press('Take a photo');
      await press('Take the photo');
    },
    isThere: () => page.getByRole('heading', { name: 'Is the photo good?' }).waitFor(),
    below: isCamera,
  },
  annotate: {
    open: async () => {
      await press('Take a photo');
      await press('Take the photo');
      await press('Draw on it');
      await pad().waitFor();
    },
    isThere: () => page.getByRole('heading', { name: 'Draw on the photo' }).waitFor(),
    below: isCamera,
  },
  queue: {
    open: async () => {
      await press('Take a photo');
      await press('Take the photo');
      await press('Use the photo');
      await press('Back');
      await button(/^(Not sent yet|Your photos)/).click();
    },
    isThere: () => page.getByRole('heading', { name: 'Your photos' }).waitFor(),
  },
  sketch: {
    open: () => press('Draw a sketch'),
    isThere: () => page.getByRole('heading', { name: 'Draw a sketch' }).waitFor(),
  },
  sign: {
    open: () => press('Sign'),
    isThere: () => page.getByRole('heading', { name: 'Sign', exact: true }).waitFor(),
  },
};

/** Taps three times within 300 ms where a button is now. */
const tapOften = async (there: Locator) => {
  // Waits until the button takes taps.
  await there.click({ trial: true });
  const { x, y, width, height } = (await there.boundingBox())!;
  for (const delay of [0, 100, 200]) {
    await page.waitForTimeout(delay);
    await page.mouse.click(x + width / 2, y + height / 2);
  }
};

describe.runIf(hasBrowser)('the screens of the field application', () => {
  usePhone((phone) => void ({ server, page } = phone), {
    context: { viewport: { width: 360, height: 740 } },
    hasFaults: true,
  });

  it.each(Object.entries(SCREENS))(
    'lead from %s by the back button to where it was opened from, and by a reload to the first screen',
    async (_, { open, isThere, below }) => {
      await begin();
      await open();
      await isThere();
      await page.goBack();
      await below?.();
      if (below) await page.goBack();
      await isHome();
      await open();
      await isThere();
      await page.reload();
      await isHome();
      await page.goBack();
      // Nothing lies behind the page in the history.
      await expect.poll(() => page.locator('main button').first().isVisible()).toBe(true);
    },
  );

  it.each(Object.entries(SCREENS).filter(([name]) => name !== 'consent'))(
    'lead from %s to the answers about consent, where all can be withdrawn, and back again',
    async (_, { open, isThere }) => {
      await begin();
      await open();
      await isThere();
      await press('What you allow');
      await page.getByRole('heading', { name: 'What do you allow?' }).waitFor();
      await press('Continue');
      await isThere();
      await press('What you allow');
      await page.getByRole('checkbox', { name: 'Camera' }).uncheck();
      await expect
        .poll(async () => (await server.client.sessions.get(sessionId)).consent_state.camera)
        .toBe('revoked');
    },
  );

  it('keep a photo from the shutter on: whoever goes back, reloads or loses the tab finds it, uses it or removes it', async () => {
    await begin();
    await press('Take a photo');
    for (const leave of [() => page.goBack(), () => page.reload()]) {
      await press('Take the photo');
      await page.getByRole('heading', { name: 'Is the photo good?' }).waitFor();
      await expect.poll(async () => (await readKept(page)).at(-1)?.state, PATIENCE).toBe('held');
      await leave();
      await button(/^(Take a photo|Take the photo)$/)
        .first()
        .waitFor();
    }
    await isHome();
    await expect.poll(readUnsent, PATIENCE).toBe(2);
    expect(await evidenceOf('photo')).toEqual([]);
    await button(/not sent yet: 2$/i).click();
    await sees('Photo not used yet');
    // A hurried finger only opens the question. It neither answers, nor asks about the next photo, which moves up.
    const question = page.getByText('Remove this photo for good?');
    await tapOften(button('Remove').first());
    await question.waitFor();
    expect(await readKept(page)).toHaveLength(2);
    expect(await runAxe(page)).toEqual([]);
    await press('Keep');
    await button('Remove').first().click();
    await tapOften(button('Remove').first());
    await expect.poll(() => question.count()).toBe(0);
    expect(await button('Remove').count()).toBe(1);
    expect(await readKept(page)).toHaveLength(1);
    await press('Use the photo');
    await sees('1 photo is stored.');
    expect(await evidenceOf('photo')).toHaveLength(1);
    expect(await readKept(page)).toMatchObject([{ state: 'stored', hasBytes: false }]);
    await expect.poll(readUnsent, PATIENCE).toBe(0);
  });

  it('keep nothing of a photo that is taken again, and name one at the end that nobody has used', async () => {
    await begin();
    await press('Take a photo');
    await press('Take the photo');
    await press('Take it again');
    await isCamera();
    await expect.poll(() => readKept(page)).toEqual([]);
    await press('Take the photo');
    await expect.poll(async () => (await readKept(page)).length, PATIENCE).toBe(1);
    await page.goBack();
    await sees('Photo not used yet');
    await server.client.sessions.end(sessionId);
    await sees('1 photo was not sent.');
    await button('Save the file').waitFor();
  });

  it.each(['the back button', 'a reload'])(
    'keep a drawing on a photo that is not done, over %s: it counts as not sent, is gone on with on its picture, and is sent',
    async (way) => {
      await begin();
      await SCREENS.annotate!.open();
      await drawLine();
      await expect.poll(async () => (await evidenceOf('photo')).length, PATIENCE).toBe(1);
      if (way === 'a reload') await page.reload();
      else await page.goBack().then(() => page.goBack());
      await isHome();
      await expect.poll(readUnsent, PATIENCE).toBe(1);
      await button(/not sent yet: 1$/i).click();
      await sees('Drawings not sent: 1');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Started, not sent yet' })
        .getByRole('img')
        .waitFor();
      expect(await readKept(page)).toMatchObject([{ state: 'stored', hasBytes: true }]);
      await press('Continue drawing');
      await pad().locator('image').waitFor();
      expect(await countStrokes()).toBe(1);
      await press('Send');
      await sees('Stored');
      await press('Back');
      await expect
        .poll(() => readKept(page))
        .toMatchObject([
          { kind: 'photo', state: 'stored', hasBytes: false },
          { kind: 'annotation', state: 'stored', hasBytes: false },
        ]);
      expect(await button('Continue drawing').count()).toBe(0);
      expect(await evidenceOf('annotation')).toHaveLength(1);
      await expect.poll(readUnsent, PATIENCE).toBe(0);
    },
  );

  it('name a drawing on a photo at the end that was begun and not sent, on its picture, which then goes; and keep no picture where nothing was drawn', async () => {
    await begin();
    await SCREENS.annotate!.open();
    await press('Back');
    await isCamera();
    await expect.poll(() => readKept(page), PATIENCE).toMatchObject([{ state: 'stored', hasBytes: false }]);
    await press('Take the photo');
    await press('Draw on it');
    await drawLine();
    await expect.poll(async () => (await readKept(page)).at(-1)?.state, PATIENCE).toBe('stored');
    await server.client.sessions.end(sessionId);
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await sees('Drawings not sent: 1');
      await page.locator('.queue-picture svg image').waitFor();
      await button('Save the file').waitFor();
    }
    const other = await page.context().newPage();
    await page.close();
    await other.goto(joinUrl);
    await other.getByRole('button', { name: 'Join the inspection' }).click();
    await other.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
    await expect.poll(() => readKept(other)).toEqual([]);
  });

  it.each(['sketch', 'sign'])('keep what was drawn in %s over the back button and a reload', async (name) => {
    const { open } = SCREENS[name]!;
    await begin();
    await open();
    await pad().waitFor();
    await drawLine();
    for (const leave of [() => page.goBack(), () => page.reload()]) {
      await leave();
      await isHome();
      await open();
      await expect.poll(countStrokes).toBe(1);
    }
  });
});
