import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openUploader } from '../../testing/open-uploader.ts';
import { sendHalf } from '../../testing/send-half.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
let waiting: Promise<void> = Promise.resolve();
let closed = 0;
const brought: { organisationId: string; bytes: number }[] = [];
beforeAll(async () => {
  const bodies = (organisationId: string) => ({
    take: (bytes: number) => {
      brought.push({ organisationId, bytes });
      return waiting;
    },
    close: () => void closed++,
  });
  server = await startTestServer({}, { bodies });
  uploads = openUploader(server);
});
afterAll(() => server.close());

const sumOf = () => {
  const { organisationId } = server.seed;
  expect(new Set(brought.map((each) => each.organisationId))).toEqual(new Set([organisationId]));
  return brought.splice(0).reduce((sum, { bytes }) => sum + bytes, 0);
};

it('every byte of a photo and of an upload counts for its organisation, and what waits for its rate is kept whole', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto({ width: 1600, height: 1200 });
  let goOn = () => {};
  waiting = new Promise((resolve) => (goOn = resolve));
  const sending = device.send('/photos', photo, { 'content-type': 'image/jpeg' });
  setImmediate(goOn);
  expect((await sending).status).toBe(201);
  expect(sumOf()).toBe(photo.length);

  const { url } = await uploads.begin(device, photo.length);
  await uploads.patch(device, { url, offset: 0, body: photo.subarray(0, 1000) });
  expect(sumOf()).toBe(1000);
  const last = await uploads.patch(device, { url, offset: 1000, body: photo.subarray(1000) });
  expect([last.status, last.headers.get('evidence-status')]).toEqual([204, 'ready']);
  expect(sumOf()).toBe(photo.length - 1000);
});

it('a photo that waits for its turn is not asked for', async () => {
  const device = await uploads.joinWithConsent();
  let goOn = () => {};
  waiting = new Promise((resolve) => (goOn = resolve));
  brought.length = 0;
  const headers = { 'content-type': 'image/jpeg' };
  const sending = sendHalf(photosUrl(), { token: device.token, headers, body: await takePhoto() });
  let isAsked = false;
  void sending.judged.then(() => (isAsked = true));
  await vi.waitFor(() => expect(brought).toHaveLength(1));
  expect([brought[0]!.bytes, isAsked]).toEqual([0, false]);
  goOn();
  expect((await sending.finish()).status).toBe(201);
});

it('a photo that is given up before its turn leaves the line', async () => {
  const device = await uploads.joinWithConsent();
  waiting = new Promise(() => {});
  brought.length = 0;
  const before = closed;
  const ending = new AbortController();
  const headers = { authorization: `Bearer ${device.token}`, 'content-type': 'image/jpeg' };
  const body = new Uint8Array(await takePhoto());
  const sending = fetch(photosUrl(), { method: 'POST', headers, body, signal: ending.signal });
  sending.catch(() => {});
  await vi.waitFor(() => expect(brought).toHaveLength(1));
  ending.abort();
  await vi.waitFor(() => expect(closed).toBeGreaterThan(before));
});

const photosUrl = () => `${server.baseUrl}/v1/field/photos`;
