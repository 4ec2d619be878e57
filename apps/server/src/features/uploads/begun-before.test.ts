import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encodeMetadata, openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
});
afterAll(() => server.close());

const beginUnder = async (
  device: Awaited<ReturnType<typeof uploads.joinWithConsent>>,
  { key, size = 1000, body }: { key: string; size?: number; body?: Uint8Array },
) => {
  const response = await uploads.call(device, 'POST', {
    url: uploads.url,
    headers: {
      'idempotency-key': key,
      'upload-length': String(size),
      'upload-metadata': encodeMetadata({ filetype: 'image/jpeg' }),
      ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
    },
    ...(body ? { body } : {}),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
type Begun = Awaited<ReturnType<typeof beginUnder>>;
const locationOf = ({ headers }: Begun) => headers.get('location');
const isReplay = ({ headers }: Begun) => headers.get('idempotent-replayed') === 'true';

test('a creation under an Idempotency-Key begins one upload, and its replay gives the same Location', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const size = photo.length;
  const first = await beginUnder(device, { key: 'photo-1', size });
  const url = locationOf(first)!;
  await uploads.patch(device, { url, offset: 0, body: photo.subarray(0, 100) });
  const replay = await beginUnder(device, { key: 'photo-1', size });
  expect([first.status, replay.status, isReplay(first), isReplay(replay)]).toEqual([201, 201, false, true]);
  expect(locationOf(replay)).toBe(url);
  expect(replay.headers.get('upload-offset')).toBe('100');
  expect((await beginUnder(device, { key: 'photo-1', size: size + 1 })).text).toContain(
    'idempotency_key_reused',
  );
  await server.client.sessions.end(device.sessionId);
  expect(locationOf(await beginUnder(device, { key: 'photo-1', size }))).toBe(url);
  await uploads.patch(device, { url, offset: 100, body: photo.subarray(100) });
  const over = await beginUnder(device, { key: 'photo-1', size });
  expect([over.headers.get('evidence-status'), over.headers.get('upload-offset')]).toEqual([
    'ready',
    String(size),
  ]);
  expect(await countUploads(device.sessionId)).toBe(1);
});

test('of many creations at once under one key, one begins and the others get its Location or are told to wait', async () => {
  const device = await uploads.joinWithConsent();
  const many = await Promise.all(Array.from({ length: 10 }, () => beginUnder(device, { key: 'photo-2' })));
  const begun = many.filter(({ status }) => status === 201);
  expect(new Set(begun.map(locationOf)).size).toBe(1);
  for (const { status, text } of many) if (status !== 201) expect(text).toContain('idempotency_in_flight');
  expect(await countUploads(device.sessionId)).toBe(1);
});

test('a process that died between the row and the store leaves an upload that the replay lets go on', async () => {
  const device = await uploads.joinWithConsent();
  const url = locationOf(await beginUnder(device, { key: 'photo-3' }))!;
  await server.context.uploads.remove(url.split('/').at(-1)!);
  expect((await uploads.call(device, 'HEAD', { url })).status).toBe(404);
  expect(locationOf(await beginUnder(device, { key: 'photo-3' }))).toBe(url);
  const head = await uploads.call(device, 'HEAD', { url });
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['0', '1000']);
});

test('a creation that fails keeps nothing under its key', async () => {
  const device = await uploads.joinWithConsent();
  const broken = Buffer.from('no photo at all');
  const failed = await beginUnder(device, { key: 'photo-4', size: broken.length, body: broken });
  expect([failed.status, failed.text]).toEqual([422, expect.stringContaining('evidence_invalid')]);
  const again = await beginUnder(device, { key: 'photo-4', size: broken.length });
  expect([again.status, isReplay(again)]).toEqual([201, false]);
});

test('a creation that has recorded its photo, and fails after that, keeps its key: its replay gives the evidence', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const remove = vi.spyOn(server.context.uploads, 'remove').mockRejectedValueOnce(new Error('told to fail'));
  const failed = await beginUnder(device, { key: 'photo-5', size: photo.length, body: photo });
  remove.mockRestore();
  expect(failed.status).toBe(500);
  const again = await beginUnder(device, { key: 'photo-5', size: photo.length, body: photo });
  expect([again.status, isReplay(again), again.headers.get('evidence-status')]).toEqual([201, true, 'ready']);
  expect(await countUploads(device.sessionId)).toBe(1);
});

test('a creation whose photo is recorded is answered so, also where the bytes with its location can’t be deleted', async () => {
  const device = await uploads.joinWithConsent();
  await device.call('PATCH', '/consent', { gps: 'revoked' });
  const photo = await takePhoto();
  const { objects, log } = server.context;
  const warn = vi.spyOn(log, 'warn');
  const remove = vi.spyOn(objects, 'delete').mockRejectedValueOnce(new Error('told to fail'));
  const begun = await beginUnder(device, { key: 'photo-6', size: photo.length, body: photo });
  const words = warn.mock.calls.map(([, text]) => text);
  warn.mockRestore();
  remove.mockRestore();
  expect([begun.status, begun.headers.get('evidence-status')]).toEqual([201, 'ready']);
  expect(words).toContain('bytes without a name not deleted');
});

const countUploads = (sessionId: string) =>
  server.context.database.prisma.evidence.count({ where: { session_id: sessionId } });
