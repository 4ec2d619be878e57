import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JoinedDevice } from '../../testing/join-session.ts';
import { encodeMetadata, openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
let device: JoinedDevice;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
  device = await uploads.joinWithConsent();
});
afterAll(() => server.close());

/** The proxy lets `method` through, and the header has another method. */
const send = (
  [method, meant]: [string, string],
  call: { url: string; headers?: Record<string, string>; body?: Uint8Array; token?: string },
) =>
  uploads.call(device, method, {
    ...call,
    headers: { 'x-http-method-override': meant, ...call.headers },
  });
const PART = { 'content-type': 'application/offset+octet-stream' };

test('an upload is begun, filled, looked at and finished through a proxy that lets POST through alone', async () => {
  const photo = await takePhoto();
  const begun = await send(['POST', 'POST'], {
    url: uploads.url,
    headers: {
      'upload-length': String(photo.length),
      'upload-metadata': encodeMetadata({ filetype: 'image/jpeg' }),
    },
  });
  expect(begun.status).toBe(201);
  const url = begun.headers.get('location')!;
  const first = await send(['POST', 'PATCH'], {
    url,
    headers: { ...PART, 'upload-offset': '0' },
    body: photo.subarray(0, 100),
  });
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '100']);
  const looked = await send(['POST', 'HEAD'], { url });
  expect([looked.status, looked.headers.get('upload-offset'), await looked.text()]).toEqual([200, '100', '']);
  const last = await send(['POST', 'PATCH'], {
    url,
    headers: { ...PART, 'upload-offset': '100' },
    body: photo.subarray(100),
  });
  expect([last.status, last.headers.get('evidence-status')]).toEqual([204, 'ready']);
});

test.each([
  ['POST', 'DELETE'],
  ['PUT', 'DELETE'],
  ['GET', 'DELETE'],
  ['PATCH', 'DELETE'],
] as [string, string][])('a %s that means %s deletes, whatever it is sent as', async (method, meant) => {
  const { url } = await uploads.begin(device, 1000);
  expect((await send([method, meant], { url })).status).toBe(204);
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'failed', failure_code: 'upload_cancelled' });
});

test('what is meant needs the same token, and a path takes what it takes', async () => {
  const { url } = await uploads.begin(device, 1000);
  expect((await send(['POST', 'DELETE'], { url, token: 'another' })).status).toBe(401);
  const refused = await send(['PATCH', 'POST'], { url });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'DELETE, HEAD, OPTIONS, PATCH']);
  expect((await uploads.rowOf(url)).status).toBe('uploading');
});

test.each(['TRACE', 'delete', 'PATCH, DELETE', '', 'GET'])(
  '%j is no method that an upload takes: 405, and nothing is done',
  async (meant) => {
    const { url } = await uploads.begin(device, 1000);
    const refused = await send(['DELETE', meant], { url });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      405,
      'method_not_allowed',
    ]);
    expect((await uploads.rowOf(url)).status).toBe('uploading');
  },
);

test('a page of another origin may send the header, and it changes nothing elsewhere', async () => {
  const asked = await fetch(uploads.url, { method: 'OPTIONS', headers: { origin: 'https://other.example' } });
  expect(asked.headers.get('access-control-allow-headers')).toContain('X-HTTP-Method-Override');
  const { id } = await server.client.sessions.create({});
  const read = await fetch(`${server.baseUrl}/api/v1/public/sessions/${id}`, {
    headers: { authorization: `Bearer ${server.seed.apiKey}`, 'x-http-method-override': 'PATCH' },
  });
  expect(read.status).toBe(200);
});
