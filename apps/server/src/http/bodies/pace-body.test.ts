import { afterAll, beforeAll, expect, it } from 'vitest';
import { openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
let waiting: Promise<void> = Promise.resolve();
const brought: { organisationId: string; bytes: number }[] = [];
beforeAll(async () => {
  const bodies = (organisationId: string, bytes: number) => {
    brought.push({ organisationId, bytes });
    return waiting;
  };
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
