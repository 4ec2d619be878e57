import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECEIPT_HEADERS } from '../../platform/describe-uploads.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
});
afterAll(() => server.close());

test('a client that lost the reply to its last byte is told that all has arrived', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  await uploads.patch(device, { url, offset: 0, body: photo });
  const head = await uploads.call(device, 'HEAD', { url });
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('evidence-status')]).toEqual([
    200,
    String(photo.length),
    'ready',
  ]);
});

test('a PATCH at the end of a finished upload is answered with its receipt again, and one from elsewhere is a conflict', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  const receiptOf = ({ status, headers }: Response) => [
    status,
    ...['upload-offset', ...RECEIPT_HEADERS].map((name) => headers.get(name)),
  ];
  const first = await uploads.patch(device, { url, offset: 0, body: photo });
  const again = await uploads.patch(device, { url, offset: photo.length });
  expect(receiptOf(again)).toEqual(receiptOf(first));
  expect(again.status).toBe(204);
  const misplaced = await uploads.patch(device, { url, offset: 0, body: photo });
  expect(misplaced.status).toBe(409);
  expect(await misplaced.json()).toMatchObject({ code: 'upload_offset_conflict' });
  const unplaced = await uploads.call(device, 'PATCH', { url });
  expect(unplaced.status).toBe(400);
  expect(await uploads.rowOf(url)).toMatchObject({
    status: 'ready',
    sha256: createHash('sha256').update(photo).digest('hex'),
  });
});

test('every reply can be read by a page of another origin', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  const patched = await uploads.patch(device, { url, offset: 0, body: photo });
  const replies = await Promise.all([
    patched,
    uploads.call(device, 'HEAD', { url }),
    uploads.call(device, 'HEAD', { url, token: 'wrong' }),
    uploads.call(device, 'POST', { url: uploads.url }),
    fetch(uploads.url, { method: 'OPTIONS' }),
  ]);
  expect(replies.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(
    replies.map(() => '*'),
  );
  const exposed = new Set(replies.map(({ headers }) => headers.get('access-control-expose-headers')));
  expect(exposed.size).toBe(1);
  const [names] = [...exposed].map((value) => value!.split(', '));
  for (const name of ['Location', 'Upload-Offset', 'Retry-After', ...RECEIPT_HEADERS])
    expect(names).toContain(name);
  expect(names).not.toContain('Authorization');
});

test('what a browser asks before it uploads is answered without a token', async () => {
  const response = await fetch(uploads.url, { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(response.headers.get('tus-extension')).toContain('creation');
});
