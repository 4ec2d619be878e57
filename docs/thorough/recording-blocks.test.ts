import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remuxVideo } from '../../apps/server/src/features/uploads/remux/remux-video.ts';
import { openRecorder } from '../../apps/server/src/testing/open-recorder.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../packages/sdk/src/testing/bundle.ts';
import { hasBrowser, openBrowser, watchPage } from '../../journeys/open-browser.ts';
import { readCodeBlocks } from '../code-blocks/read-code-blocks.ts';

/* The guide's recorder records in a browser, on a page of another origin. */
const guide = readCodeBlocks().find(({ code }) => code.includes('export async function record('))!;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The operator's own site: an origin of its own, with an empty page. */
const startSite = async () => {
  const site = createServer((socket) => {
    socket.on('error', () => {});
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n';
    socket.once('data', () => socket.end(`${head}<!doctype html><canvas></canvas>`));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  return { url, close: () => void site.close() };
};

type Told = { receivedSha256: string; base64: string };

/** A canvas takes the place of the live picture; what the recorder gave is kept beside it. */
const RECORD = `
  ${guide.code.replace(/^import .*$/m, '').replace('export ', '')}
  async function recordCanvas(media, baseUrl) {
    const canvas = document.querySelector('canvas');
    const context = canvas.getContext('2d');
    const drawing = setInterval(() => {
      context.fillStyle = 'hsl(' + (performance.now() % 360) + ' 80% 50%)';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }, 40);
    const blobs = [];
    const given = new Promise((resolve) => {
      globalThis.MediaRecorder = class extends MediaRecorder {
        constructor(...options) {
          super(...options);
          this.addEventListener('dataavailable', ({ data }) => blobs.push(data) === 3 && resolve());
        }
        start() {
          super.start(200);
        }
      };
    });
    const stop = await record(media, { baseUrl, stream: canvas.captureStream(25) });
    await given;
    const { receivedSha256 } = await stop();
    clearInterval(drawing);
    const whole = new Uint8Array(await new Blob(blobs).arrayBuffer());
    return { receivedSha256, base64: btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join('')) };
  }`;

const remux = async (whole: Buffer): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-played-'));
  const [recording, playable] = [join(folder, 'recording'), join(folder, 'playable')];
  await writeFile(recording, whole);
  expect(await remuxVideo({ recording, playable, mime: 'video/webm' })).toEqual({ ok: true });
  const copy = await readFile(playable);
  await rm(folder, { recursive: true });
  return copy;
};

/** Tells to where a player came that was to show a picture in the middle. */
const play = (video: Buffer): string => `(async () => {
  const video = document.createElement('video');
  const heard = (event) =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, resolve, { once: true });
      video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
    });
  const bytes = Uint8Array.from(atob('${video.toString('base64')}'), (char) => char.charCodeAt(0));
  const known = heard('loadeddata');
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/webm' }));
  await known;
  if (!Number.isFinite(video.duration)) return 'without a length';
  const sought = heard('seeked');
  video.currentTime = 0.3;
  await sought;
  return 'sought to ' + video.currentTime;
})()`;

test.skipIf(!hasBrowser)(
  'an operator’s page of another origin records by its media token, with a MediaRecorder and without an API key',
  async ({ onTestFinished }) => {
    const [browser, site] = [await openBrowser(), await startSite()];
    onTestFinished(async () => {
      await browser.close();
      site.close();
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(site.url);
    const { requests, faults } = watchPage(page);
    const code = Buffer.from(await bundle('openRecordings', 'field.ts')).toString('base64');
    const content = `import * as sdk from 'data:text/javascript;base64,${code}'; Object.assign(globalThis, { sdk, ...sdk });`;
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction('globalThis.sdk');
    const { sessionId } = await openRecorder(server).record();
    const media = await server.client.sessions.createMediaConnection(sessionId);
    await page.addScriptTag({ content: RECORD });
    const told = await page.evaluate<Told>(
      `recordCanvas(${JSON.stringify(media)}, ${JSON.stringify(server.baseUrl)})`,
    );
    expect(faults).toEqual([]);
    const whole = Buffer.from(told.base64, 'base64');
    expect(whole.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(told.receivedSha256).toBe(createHash('sha256').update(whole).digest('hex'));
    expect(requests.filter(({ headers }) => headers['upload-defer-length'] === '1')).toHaveLength(1);
    expect(requests.filter(({ headers }) => 'upload-offset' in headers).length).toBeGreaterThan(1);

    // As the recorder gave it, no player knows its length; the copy that is made of it can be sought in.
    const played = [await page.evaluate(play(whole)), await page.evaluate(play(await remux(whole)))];
    expect(played).toEqual(['without a length', 'sought to 0.3']);
  },
);
