import { createHash } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { openRecorder } from '@field-inspection/server/testing/open-recorder';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../packages/sdk/src/testing/bundle.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';

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

/** As docs/media.md says it: a canvas takes the place of the live picture. */
const RECORD = `
  async function record({ token, baseUrl, sessionId }) {
    const canvas = document.querySelector('canvas');
    const context = canvas.getContext('2d');
    const drawing = setInterval(() => {
      context.fillStyle = 'hsl(' + (performance.now() % 360) + ' 80% 50%)';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const recordings = sdk.openRecordings({ token, baseUrl });
    const recording = await recordings.start(sessionId, { type: recorder.mimeType }, { everyMs: 0 });
    const blobs = [];
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.ondataavailable = async ({ data }) => {
      blobs.push(data);
      const hasRoom = recording.append(data);
      if (recording.isFull) recorder.pause();
      await hasRoom;
      if (recorder.state === 'paused') recorder.resume();
      if (blobs.length === 4) recorder.stop();
    };
    recorder.start(150);
    await stopped;
    clearInterval(drawing);
    const { receivedSha256 } = await recording.stop();
    const whole = new Uint8Array(await new Blob(blobs).arrayBuffer());
    return { receivedSha256, base64: btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join('')) };
  }`;

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
    const content = `import * as sdk from 'data:text/javascript;base64,${code}'; globalThis.sdk = sdk;`;
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction('globalThis.sdk');
    const { sessionId } = await openRecorder(server).record();
    const { token } = await server.client.sessions.createMediaConnection(sessionId);
    await page.addScriptTag({ content: RECORD });
    const given = { token, baseUrl: server.baseUrl, sessionId };
    const told = await page.evaluate<Told>(`record(${JSON.stringify(given)})`);
    expect(faults).toEqual([]);
    const whole = Buffer.from(told.base64, 'base64');
    expect(whole.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(told.receivedSha256).toBe(createHash('sha256').update(whole).digest('hex'));
    expect(requests.filter(({ headers }) => headers['upload-defer-length'] === '1')).toHaveLength(1);
    expect(requests.filter(({ headers }) => 'upload-offset' in headers).length).toBeGreaterThan(1);
  },
);
