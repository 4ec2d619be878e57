import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto as makePhoto } from '@field-inspection/server/testing/take-photo';
import type { BrowserContext, Locator, Page } from 'playwright-core';
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
import { runAxe } from './run-axe.ts';
import { usePhone } from './use-phone.ts';

const TRACK = "document.querySelector('video').srcObject.getVideoTracks()[0]";
/** Guard against hanging. */
const PATIENCE = { timeout: 30_000 };

const refuseCamera = (fault: string) => ({
  content: `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${fault}'))`,
});

const LIGHT_AND_ZOOM = {
  content: `globalThis.applied = [];
    const { getCapabilities, applyConstraints } = MediaStreamTrack.prototype;
    MediaStreamTrack.prototype.getCapabilities = function () {
      return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 5, step: 0.5 } };
    };
    MediaStreamTrack.prototype.applyConstraints = async function (constraints) {
      if (!constraints.advanced) return applyConstraints.call(this, constraints);
      if (globalThis.isRefused) throw new DOMException('', 'OverconstrainedError');
      applied.push(...constraints.advanced);
    };`,
};

describe.runIf(hasBrowser)('the camera of the field application', () => {
  let server: TestServer;
  let context: BrowserContext;
  let page: Page;
  let sessionId: string;
  usePhone((phone) => void ({ server, device: context, page } = phone), {
    context: { viewport: { width: 320, height: 640 }, hasTouch: true },
  });

  const comeToCamera = async (matters?: string[]) => {
    const { session, invite } = await mintInviteFor(server, {});
    sessionId = session.id;
    await joinAs(page, invite, matters);
    await openCamera(page);
  };
  const sees = (text: string | RegExp) =>
    page.getByText(text).and(page.locator(':visible')).first().waitFor();
  const shutter = () => page.getByRole('button', { name: 'Take the photo', exact: true });
  const listEvidence = async () => {
    const evidence = [];
    for await (const piece of server.client.evidence.list({ session_id: sessionId })) evidence.push(piece);
    return evidence.filter(({ status }) => status === 'ready');
  };
  const befall = (type: 'ended' | 'mute' | 'unmute') =>
    page.evaluate(`${TRACK}.dispatchEvent(new Event('${type}'))`);

  it('asks for the consent before the first picture, and takes none without it', async () => {
    await comeToCamera([]);
    await sees('May photos be taken?');
    expect(await page.locator('video').count()).toBe(0);
    await page.getByRole('button', { name: 'Allow photos' }).click();
    await takePhoto(page);
    await expect.poll(listEvidence, PATIENCE).toHaveLength(1);
    const entries = await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: sessionId, kind: { in: ['consent.changed', 'evidence.captured'] } },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['consent.changed', 'evidence.captured']);
  });

  it('takes a photo by the keyboard alone, looks at it, takes it again, and keeps the second', async () => {
    await comeToCamera();
    await page.locator('.capture-shutter:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText('Is the photo good?').waitFor();
    await page.getByRole('button', { name: 'Take it again' }).press('Enter');
    await shutter().press('Enter');
    await page.getByRole('button', { name: 'Use the photo' }).press('Enter');
    await sees('1 photo taken.');
    await expect.poll(listEvidence, PATIENCE).toMatchObject([{ mime: 'image/jpeg', gps: null }]);
  });

  it('says where it was taken, once that is allowed', async () => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 45.4642, longitude: 9.19, accuracy: 12 });
    await comeToCamera(['Camera', 'Location']);
    await shutter().waitFor();
    const takeAgain = async () => {
      await takePhoto(page);
      return (await listEvidence())[0]?.gps;
    };
    // The location takes a moment, and no photo waits for it.
    await expect.poll(takeAgain, PATIENCE).toEqual({ lat: 45.4642, lon: 9.19, accuracy: 12 });
  });

  it('says that the browser does not allow the location, and puts that on record', async () => {
    await comeToCamera(['Camera', 'Location']);
    await sees('Your browser does not share your location. Photos are sent without it.');
    await takePhoto(page);
    const answers = async () => (await server.client.sessions.get(sessionId)).consent_state;
    await expect.poll(answers, PATIENCE).toMatchObject({ camera: 'granted', gps: 'denied' });
    await page.getByRole('button', { name: 'What you allow' }).click();
    await page.getByRole('checkbox', { name: 'Location', checked: false }).waitFor();
  });

  it('takes no second tap that was meant for the screen before: nothing is used unseen, nor opened by it', async () => {
    await comeToCamera();
    // The screen is held still, so that a busy machine is not too late for the second tap.
    await page.evaluate(`{ const sheet = new CSSStyleSheet();
      sheet.replaceSync('.coming { animation-play-state: paused }');
      document.adoptedStyleSheets = [sheet]; }`);
    const isOver = () => page.evaluate('document.getAnimations().forEach((each) => each.finish())');
    const tapTwice = async (control: Locator, next: Locator) => {
      await control.hover();
      await control.tap();
      const { x, y, width, height } = (await control.boundingBox())!;
      await next.waitFor();
      await page.touchscreen.tap(x + width / 2, y + height / 2);
    };
    const use = page.getByRole('button', { name: 'Use the photo' });
    await shutter().waitFor();
    await isOver();
    await tapTwice(shutter(), use);
    await expect.poll(async () => (await readKept(page)).map(({ state }) => state)).toEqual(['held']);
    await isOver();
    await use.tap();
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await page.getByRole('button', { name: 'Sign', exact: true }).waitFor();
    await isOver();
    await tapTwice(page.getByRole('button', { name: 'Sign', exact: true }), page.getByRole('application'));
    const strokes = page.getByRole('application').locator(':scope > g:not(.draw-cursor)');
    await isOver();
    // Draws by a touch.
    await page.getByRole('application').tap();
    await expect.poll(() => strokes.count()).toBe(1);
    expect(await page.getByRole('heading', { name: 'Sign', exact: true }).isVisible()).toBe(true);
  });

  it.each([
    ['NotAllowedError', 'Your browser does not allow the camera.'],
    ['NotFoundError', 'No camera was found.'],
    ['NotReadableError', 'Another app is using the camera.'],
    ['missing', 'The camera can’t be opened inside this app.'],
  ])('%s: it says so, and a photo comes home all the same', async (name, words) => {
    await context.addInitScript(name === 'missing' ? NO_CAMERA : refuseCamera(name));
    await comeToCamera();
    await page.getByRole('alert').getByText(words).waitFor();
    expect(await runAxe(page)).toEqual([]);
    await chooseFile(page, await makePhoto());
    await expect.poll(listEvidence, PATIENCE).toHaveLength(1);
  });

  it.each([
    ['no picture', 'text/plain', () => Buffer.from('no picture')],
    ['no picture, whatever it is called', 'image/jpeg', () => Buffer.from('no picture')],
    ['empty', 'image/jpeg', () => Buffer.alloc(0)],
    ['cut off', 'image/jpeg', async () => (await makePhoto()).subarray(0, 2_000)],
  ])('a file that is %s is said at once to be no photo', async (_, mimeType, make) => {
    await context.addInitScript(NO_CAMERA);
    await comeToCamera();
    await page.getByLabel('Choose a photo').setInputFiles({ name: 'a.jpg', mimeType, buffer: await make() });
    await sees('This file can’t be used as a photo.');
    expect(await readKept(page)).toEqual([]);
  });

  it('a camera that ends or is taken by a call is said to be, and comes back', async () => {
    await comeToCamera();
    await shutter().waitFor();
    await befall('mute');
    await sees('The camera is paused, for example because of a call.');
    await page.getByLabel('Choose a photo').waitFor();
    await befall('unmute');
    await befall('ended');
    await page.getByRole('alert').getByText('The camera has stopped.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await takePhoto(page);
    await expect.poll(listEvidence, PATIENCE).toHaveLength(1);
  });

  it('has the light and the zoom where the camera has them, by touch and by keys, and says what is on', async () => {
    await context.addInitScript(LIGHT_AND_ZOOM);
    await comeToCamera();
    const light = page.getByRole('button', { name: 'Light' });
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    const applied = () => page.evaluate<object[]>('applied.splice(0)');
    await light.tap();
    await page.getByRole('button', { name: 'Light', pressed: true }).waitFor();
    expect(await applied()).toEqual([{ torch: true }]);
    await light.press('Space');
    await page.getByRole('button', { name: 'Light', pressed: false }).waitFor();
    expect(await applied()).toEqual([{ torch: false }]);
    await zoom.press('ArrowRight');
    expect(await applied()).toEqual([{ zoom: 1.5 }]);
    const { width, height } = (await zoom.boundingBox())!;
    await zoom.tap({ position: { x: width / 2, y: height / 2 } });
    expect(await applied()).toEqual([{ zoom: 3 }]);
    expect(await runAxe(page)).toEqual([]);
    // A camera that refuses: the page must not say that its light is on.
    await page.evaluate('void (globalThis.isRefused = true)');
    await light.tap();
    await takePhoto(page);
    await page.getByRole('button', { name: 'Light', pressed: false }).waitFor();
    await expect.poll(listEvidence, PATIENCE).toHaveLength(1);
  });

  it.each([
    ['upright at twice the size of text', { width: 320, height: 568 }, '200%'],
    ['turned', { width: 740, height: 360 }, '100%'],
  ])('keeps the way back and the shutter in sight, and off the longest words, %s', async (_, size, text) => {
    const label = { en: 'The heat pump behind the house, '.repeat(4).slice(0, 125) };
    const hint = { en: 'Stand far back, so that all of it is in the picture. '.repeat(4).slice(0, 200) };
    const session = await server.client.sessions.create({ shots: [{ slot: 'pump', label, hint }] });
    await page.setViewportSize(size);
    await joinAs(page, await server.client.participants.create(session.id, {}), []);
    await page.evaluate(`document.documentElement.style.fontSize = '${text}'`);
    await page.getByRole('button', { name: 'Take this photo' }).click();
    await page.getByRole('button', { name: 'Allow photos' }).click();
    await page.locator('.capture-shutter:focus').waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('video').videoWidth > 0")).toBe(true);
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    const [back, before] = [await boxOf('.capture header button'), await boxOf('.capture-shutter')];
    expect(back.y).toBeGreaterThanOrEqual(0);
    expect(before.y + before.height).toBeLessThanOrEqual(size.height);
    await page.evaluate("document.querySelector('.capture').scrollTo(0, 1e6)");
    const [words, after] = [await boxOf('.capture-status'), await boxOf('.capture footer')];
    const isBeside = after.x >= words.x + words.width;
    expect(isBeside || words.y + words.height <= after.y + 1).toBe(true);
    expect(words.y + words.height).toBeLessThanOrEqual(size.height + 1);
  });

  it('leaves the camera when the person goes back, and nothing runs on', async () => {
    await comeToCamera();
    await shutter().waitFor();
    await page.evaluate(`void (globalThis.before = ${TRACK})`);
    await page.goBack();
    await page.getByRole('button', { name: 'What you allow' }).waitFor();
    // The track ends once the next screen is painted.
    await expect.poll(() => page.evaluate('before.readyState')).toBe('ended');
  });

  it.each([
    ['light', { width: 320, height: 640 }],
    ['dark', { width: 640, height: 320 }],
  ] as const)('is accessible in %s, upright or turned, and nothing is cut off', async (colorScheme, size) => {
    await page.emulateMedia({ colorScheme });
    await comeToCamera();
    await shutter().waitFor();
    const isWhole = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    const found = async () => [...(await runAxe(page)), await isWhole()];
    await page.setViewportSize(size);
    expect(await found()).toEqual([true]);
    await shutter().click();
    await page.getByRole('img').waitFor();
    expect(await found()).toEqual([true]);
    await page.getByRole('button', { name: 'Use the photo' }).click();
    await sees('1 photo taken.');
    await openQueue(page);
    await sees('Stored');
    expect(await found()).toEqual([true]);
    for (const button of await page.getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    }
  });
});
