import { createHash } from 'node:crypto';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto as makePhoto } from '@field-inspection/server/testing/take-photo';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chooseFile, joinAs, NO_CAMERA, openCamera, takePhoto } from './field-queue/field-person.ts';
import { hasBrowser } from './open-browser.ts';
import { usePhone } from './use-phone.ts';

const PATIENCE = { timeout: 60_000 };

const NOTE_TRACKS = `globalThis.tracks = [];
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };`;

const NOTE_ASKED = `globalThis.asked = [];
  globalThis.locks = 0;
  const note = (owner, name) => {
    const call = owner[name].bind(owner);
    owner[name] = (...given) => (asked.push(name), call(...given));
  };
  for (const name of ['getUserMedia', 'getDisplayMedia']) note(navigator.mediaDevices, name);
  for (const name of ['watchPosition', 'getCurrentPosition']) note(navigator.geolocation, name);
  note(navigator.storage, 'persist');
  const request = async () => (locks++, { release: async () => void locks-- });
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });`;

const LIGHT = `let torch = false;
  const { getCapabilities, getSettings } = MediaStreamTrack.prototype;
  Object.assign(MediaStreamTrack.prototype, {
    getCapabilities() { return { ...getCapabilities.call(this), torch: true }; },
    getSettings() { return { ...getSettings.call(this), torch }; },
    applyConstraints: async ({ advanced: [set] }) => void ({ torch } = set),
  });`;

/**
 * Turned up to its largest picture, the made-up camera begins anew, and shows the same few frames again. The queue keeps
 * equal photos once, so each photo gets a corner of its own colour, as no sensor gives the same bytes twice.
 */
const TELL_PHOTOS_APART = `let photos = 0;
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (...given) {
    const drawing = this.getContext('2d');
    drawing.fillStyle = 'hsl(' + 137 * ++photos + ' 100% 50%)';
    drawing.fillRect(0, 0, 16, 16);
    toBlob.apply(this, given);
  };`;

const paintCamera = (paint: string) => `delete globalThis.ImageCapture;
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const drawing = canvas.getContext('2d');
    setInterval(() => { ${paint}; drawing.fillRect(0, 0, 640, 480); }, 50);
    return canvas.captureStream();
  };`;
const BLACK = "drawing.fillStyle = 'black'";
const SOFT = `const soft = drawing.createLinearGradient(0, 0, 640, 0);
  soft.addColorStop(0, 'black');
  soft.addColorStop(1, 'white');
  drawing.fillStyle = soft`;

/** As on iOS, the canvases silently draw nothing beyond 2²⁴ pixels. */
const DRAW_NOTHING_LARGE = `const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    if (this.canvas.width * this.canvas.height <= 2 ** 24) drawImage.apply(this, given);
  };`;

const READ_GREEN = `(async () => {
  const picture = document.querySelector('.capture-check img');
  await picture.decode();
  const drawing = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  drawing.drawImage(picture, 0, 0, 1, 1);
  return drawing.getImageData(0, 0, 1, 1).data[1];
})()`;

const READ_LATE = `globalThis.reads = [];
  const { createImageBitmap: create } = globalThis;
  globalThis.createImageBitmap = (...given) =>
    new Promise((resolve) => reads.push(() => resolve(create(...given))));`;

describe.runIf(hasBrowser)('a phone with two cameras that do not tell where they look', () => {
  let server: TestServer;
  let context: BrowserContext;
  let page: Page;
  let sessionId: string;
  usePhone((phone) => void ({ server, device: context, page } = phone), {
    flags: ['--use-fake-device-for-media-stream=device-count=2'],
    context: { viewport: { width: 360, height: 640 }, permissions: ['geolocation'] },
  });

  const come = async (matters?: string[]) => {
    const { session, invite } = await mintInviteFor(server, {});
    sessionId = session.id;
    await joinAs(page, invite, matters);
  };
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const listPhotos = async () =>
    (await server.client.evidence.list({ session_id: sessionId })).data.filter(
      ({ status }) => status === 'ready',
    );
  const read = <Value>(member: string) => page.evaluate<Value>(`tracks.at(-1).${member}`);
  const readMost = () =>
    page.evaluate<{ width: number; height: number }>(`{
      const { width, height } = tracks.find(({ kind }) => kind === 'video').getCapabilities();
      ({ width: width.max, height: height.max }) }`);

  it.each([['with ImageCapture'], ['without ImageCapture']])(
    'takes a photo as large as the camera can, %s, and while the live picture is shared, which stays as it is',
    async (way) => {
      if (way === 'without ImageCapture')
        await context.addInitScript({ content: `delete globalThis.ImageCapture; ${TELL_PHOTOS_APART}` });
      await context.addInitScript({ content: NOTE_TRACKS });
      await come(['Camera', 'Microphone']);
      await openCamera(page);
      await takePhoto(page);
      await expect.poll(listPhotos, PATIENCE).toHaveLength(1);
      const most = await readMost();
      expect(await listPhotos()).toMatchObject([most]);
      await tap('Back');
      await tap('Show live');
      await tap('Start sharing');
      await page.locator('.live-picture video').waitFor();
      const shared = await page.evaluate(
        'tracks.findLast(({ kind }) => kind === "video").getSettings().width',
      );
      await tap('Back');
      await openCamera(page);
      await takePhoto(page);
      await expect.poll(listPhotos, PATIENCE).toHaveLength(2);
      expect(await listPhotos()).toMatchObject([most, most]);
      // The live picture uses the same camera, and switching would take it away.
      expect(await page.getByRole('button', { name: 'Switch camera' }).count()).toBe(0);
      await tap('Back');
      await page.getByRole('button', { name: 'Take a photo' }).waitFor();
      const now = `tracks.filter(({ readyState, kind }) => readyState === 'live' && kind === 'video')
        .map((track) => track.getSettings().width)`;
      expect(await page.evaluate(now)).toEqual([shared]);
    },
  );

  it('lights the live picture, too, and says so when the person comes back to the light', async () => {
    await context.addInitScript({ content: LIGHT });
    await come(['Camera', 'Microphone']);
    await tap('Show live');
    await tap('Start sharing');
    await page.locator('.live-picture video').waitFor();
    await tap('Back');
    for (const pressed of [false, true]) {
      await openCamera(page);
      await page.getByRole('button', { name: 'Light', pressed }).click();
      await page.getByRole('button', { name: 'Light', pressed: !pressed }).waitFor();
      await tap('Back');
    }
  });

  it('shows the other camera after a tap, then the first one again, and leaves none running', async () => {
    await context.addInitScript({ content: NOTE_TRACKS });
    await come();
    await openCamera(page);
    const isLive = () => page.evaluate("tracks.map(({ readyState }) => readyState === 'live')");
    const [first, opened] = [await read('getSettings().deviceId'), [true]];
    for (const isFirst of [false, true]) {
      await tap('Switch camera');
      opened.unshift(false);
      await expect.poll(isLive).toEqual(opened);
      expect((await read('getSettings().deviceId')) === first).toBe(isFirst);
      await page.getByRole('button', { name: 'Take the photo' }).waitFor();
    }
    await takePhoto(page);
    await expect.poll(listPhotos, PATIENCE).toHaveLength(1);
  });

  it.each([
    ['dark', BLACK],
    ['blurred', SOFT],
  ])('says that a photo may be too %s, and takes it all the same', async (word, paint) => {
    await context.addInitScript({ content: paintCamera(paint) });
    await come();
    await openCamera(page);
    await tap('Take the photo');
    await page
      .getByRole('status')
      .getByText(`The photo may be ${word === 'dark' ? 'too dark' : word}.`)
      .waitFor();
    await tap('Use the photo');
    await expect.poll(listPhotos, PATIENCE).toHaveLength(1);
  });

  it('asks nothing of the device before a tap, after a reload neither; then keeps it awake, and what it keeps', async () => {
    await context.addInitScript({ content: NOTE_ASKED });
    const asked = async () =>
      (await page.evaluate<string[]>('asked')).filter((name) => name !== 'persist').sort();
    await come(['Camera', 'Microphone', 'Location']);
    expect(await asked()).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'What you allow' }).click();
    await page.getByRole('checkbox', { name: 'Camera', checked: true }).waitFor();
    await tap('Continue');
    await page.getByRole('button', { name: 'Take a photo' }).waitFor();
    expect(await asked()).toEqual([]);
    await openCamera(page);
    await expect.poll(asked).toEqual(['getUserMedia', 'watchPosition']);
    await takePhoto(page);
    await expect.poll(() => page.evaluate<string[]>('asked')).toContain('persist');
    expect(await page.evaluate('locks')).toBe(1);
    await tap('Back');
    await expect.poll(() => page.evaluate('locks')).toBe(0);
    await tap('Show live');
    await tap('Start sharing');
    await expect.poll(() => page.evaluate('locks')).toBe(1);
    await tap('Back');
    await expect.poll(() => page.evaluate('locks')).toBe(0);
  });

  it('says that it reads a picture while it does, and takes no other one meanwhile', async () => {
    await context.addInitScript(NO_CAMERA);
    await context.addInitScript({ content: READ_LATE });
    await come();
    await openCamera(page);
    const picker = page.getByLabel('Choose a photo');
    const choose = async () =>
      picker.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() });
    await choose();
    await page.getByRole('status').getByText('Reading the photo…').waitFor();
    expect(await picker.getAttribute('aria-disabled')).toBe('true');
    await choose();
    expect(await page.evaluate('reads.length')).toBe(1);
    await page.evaluate('void reads[0]()');
    await page.getByRole('heading', { name: 'Is the photo good?' }).waitFor();
  });

  it('makes a smaller copy of a panorama of 63 megapixels, and none that is black where its canvas drew nothing', async () => {
    await context.addInitScript(NO_CAMERA);
    await context.addInitScript({ content: DRAW_NOTHING_LARGE });
    await come();
    await openCamera(page);
    const buffer = await makePhoto({ width: 15_800, height: 4_000 });
    const file = { name: 'panorama.jpg', mimeType: 'image/jpeg', buffer };
    await page.getByLabel('Choose a photo').setInputFiles(file);
    await page.getByRole('heading', { name: 'Is the photo good?' }).waitFor();
    expect(await page.evaluate<number>(READ_GREEN)).toBeGreaterThan(100);
    await tap('Use the photo');
    await expect.poll(listPhotos, PATIENCE).toHaveLength(1);
    const [photo] = await listPhotos();
    // The photo's EXIF turns it by 90 degrees.
    expect(photo!.height! / photo!.width!).toBeCloseTo(15_800 / 4_000, 2);
    expect(photo!.width! * photo!.height!).toBeLessThanOrEqual(2 ** 24);
    expect(photo!.width! * photo!.height!).toBeGreaterThan(2 ** 24 * 0.99);
  });

  it('takes a picture of more pixels than the service does, made smaller, and one that is called another kind as what it is', async () => {
    await context.addInitScript(NO_CAMERA);
    await come();
    await openCamera(page);
    // 80 megapixels: unchanged, the service would refuse the file.
    await chooseFile(page, await makePhoto({ width: 10_000, height: 8_000 }));
    await expect.poll(listPhotos, PATIENCE).toHaveLength(1);
    const photo = await makePhoto();
    await page
      .getByLabel('Choose a photo')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photo });
    await tap('Use the photo');
    await expect.poll(listPhotos, PATIENCE).toHaveLength(2);
    const sha256 = createHash('sha256').update(photo).digest('hex');
    expect((await listPhotos()).map(({ received_sha256 }) => received_sha256)).toContain(sha256);
  });
});
