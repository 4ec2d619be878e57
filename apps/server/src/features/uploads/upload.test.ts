import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { MAX_OPEN_UPLOADS } from './begin-upload.ts';
import { endUploads } from './exports/end-uploads.ts';
import { ABANDONED_AFTER_MS, sweepUploads } from './sweep-uploads.job.ts';
import { encodeMetadata, openUploader } from '../../testing/open-uploader.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
});
afterAll(() => server.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('a public tus client uploads a photo in parts, and it is evidence with its last byte', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto({ width: 1600, height: 1200 });
  const headers = await new Promise<{ id: string; status: string }>((resolve, reject) => {
    const upload = new tus.Upload(photo, {
      endpoint: uploads.url,
      chunkSize: Math.ceil(photo.length / 3),
      headers: { authorization: `Bearer ${device.token}` },
      metadata: { filetype: 'image/jpeg', filename: 'roof.jpg', slot: 'roof', sha256: sha256(photo) },
      retryDelays: null,
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({
          id: lastResponse.getHeader('Evidence-Id')!,
          status: lastResponse.getHeader('Evidence-Status')!,
        }),
    });
    upload.start();
  });
  expect(headers.status).toBe('ready');
  const listed = await device.call('GET', '/evidence');
  expect(listed.body['data']).toMatchObject([
    { id: headers.id, status: 'ready', slot: 'roof', sha256: sha256(photo), byte_size: photo.length },
  ]);
});

test('after a cut the client asks where it was, goes on from there, and the hash is that of the whole', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto({ width: 1600, height: 1200 });
  const { url } = await uploads.begin(device, photo.length);
  await uploads.patch(device, { url, offset: 0, body: photo.subarray(0, 1000) });
  const head = await uploads.call(device, 'HEAD', { url });
  expect(head.headers.get('upload-offset')).toBe('1000');
  expect((await uploads.patch(device, { url, offset: 500, body: photo.subarray(500) })).status).toBe(409);
  const last = await uploads.patch(device, { url, offset: 1000, body: photo.subarray(1000) });
  expect([last.status, last.headers.get('evidence-status')]).toEqual([204, 'ready']);
  expect((await uploads.rowOf(url)).sha256).toBe(sha256(photo));
});

test('an upload whose request died after its last byte is finished by the sweep, once', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  const id = url.split('/').at(-1)!;
  await server.context.uploads.write(Readable.from([photo]), id, 0);
  server.clock.advance(120_000);
  await sweepUploads.run(server.context, {});
  await sweepUploads.run(server.context, {});
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'ready', sha256: sha256(photo) });
  const entries = await server.context.database.prisma.auditEntry.count({
    where: { session_id: device.sessionId, kind: 'evidence.captured' },
  });
  expect(entries).toBe(1);
});

test.each([
  [
    'revoked',
    ({ sessionId, participantId }: JoinedDevice) =>
      server.client.participants.revoke(sessionId, participantId),
  ],
  [
    'reissued',
    ({ sessionId, participantId }: JoinedDevice) =>
      server.client.participants.reissue(sessionId, participantId),
  ],
])('once the invite is %s, the sweep finishes nothing that its device had begun', async (_, end) => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  await server.context.uploads.write(Readable.from([photo]), url.split('/').at(-1)!, 0);
  await end(device);
  server.clock.advance(120_000);
  await sweepUploads.run(server.context, {});
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'failed', failure_code: 'unauthenticated' });
  const where = { session_id: device.sessionId, kind: 'evidence.captured' };
  expect(await server.context.database.prisma.auditEntry.count({ where })).toBe(0);
});

test('an abandoned upload is swept after a day, and says why it failed', async () => {
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  server.clock.advance(ABANDONED_AFTER_MS / 2);
  await sweepUploads.run(server.context, {});
  expect((await uploads.rowOf(url)).status).toBe('uploading');
  server.clock.advance(ABANDONED_AFTER_MS);
  await sweepUploads.run(server.context, {});
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'failed', failure_code: 'upload_abandoned' });
  expect((await uploads.call(device, 'HEAD', { url })).status).toBe(404);
});

test('bytes that are not those announced fail the upload, and nothing is half-stored', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length, { sha256: '0'.repeat(64) });
  const last = await uploads.patch(device, { url, offset: 0, body: photo });
  expect(last.status).toBe(422);
  expect(await last.json()).toMatchObject({ code: 'checksum_mismatch' });
  expect(await uploads.rowOf(url)).toMatchObject({
    status: 'failed',
    failure_code: 'checksum_mismatch',
    sha256: null,
  });
});

test.each([
  ['a type that is no photo', { filetype: 'text/html' }, 1000, '415 unsupported_media_type'],
  ['more than 25 MiB', {}, 26_214_401, '413 payload_too_large'],
  ['a hash that is none', { sha256: 'ff' }, 1000, '400 validation_error'],
  ['a text that no table holds', { slot: 'a\0b' }, 1000, '400 validation_error'],
  ['a text that is not UTF-8', { slot: Uint8Array.of(0xfe, 0xff) }, 1000, '400 validation_error'],
  ['half a location', { lat: '45.5' }, 1000, '400 validation_error'],
  ['a location in another notation', { lat: '0x10', lon: '1' }, 1000, '400 validation_error'],
])('%s is refused before the first byte', async (_what, metadata, size, refusal) => {
  const { response } = await uploads.begin(await uploads.joinWithConsent(), size, metadata);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const { code } = (await response.json()) as { code: string };
  expect(`${response.status} ${code}`).toBe(refusal);
});

test.each([
  ['image/jpg'],
  ['image/pjpeg'],
  ['image/heic'],
  ['image/png'],
  ['application/octet-stream'],
  [''],
])('an upload that is called %j is what its bytes say', async (filetype) => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length, { filetype });
  expect((await uploads.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'ready', mime: 'image/jpeg' });
});

test('an upload of which nothing is said is a photo where its bytes are', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const headers = { 'upload-length': String(photo.length) };
  const begun = await uploads.call(device, 'POST', { url: uploads.url, headers });
  const url = begun.headers.get('location')!;
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'uploading', mime: 'application/octet-stream' });
  expect((await uploads.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'ready', mime: 'image/jpeg' });
});

test.each([
  ['45.458333333333336', '-0.00000001', '12.300000000000001', [454583333, 0, 1230]],
  ['1e-7', '1.8e2', '1E+1', [1, 1800000000, 1000]],
  ['+45.', '.5', '7e-3', [450000000, 5000000, 1]],
  ['90.00000000000001', '-180.00000000000003', '0', [900000000, -1800000000, 0]],
])(
  'a location is taken however a client prints its numbers: %s, %s, %s',
  async (lat, lon, accuracy, kept) => {
    const { url } = await uploads.begin(await uploads.joinWithConsent(), 1000, { lat, lon, accuracy });
    const { lat_e7, lon_e7, accuracy_cm } = await uploads.rowOf(url);
    expect([lat_e7, lon_e7, accuracy_cm]).toEqual(kept);
  },
);

test('without consent no upload begins', async () => {
  const { response } = await uploads.begin(await joinSession(server), 1000);
  expect(await response.json()).toMatchObject({ status: 409, code: 'consent_required' });
});

test('revoking the camera ends what is under way, and granting it again revives nothing', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  await uploads.patch(device, { url, offset: 0, body: photo.subarray(0, 100) });
  await device.call('PATCH', '/consent', { camera: 'revoked' });
  await device.call('PATCH', '/consent', { camera: 'granted' });
  expect((await uploads.patch(device, { url, offset: 100, body: photo.subarray(100) })).status).toBe(404);
  expect(await uploads.rowOf(url)).toMatchObject({
    status: 'failed',
    failure_code: 'consent_required',
    sha256: null,
  });
  await runDueJobs(server.context);
  await expect(server.context.uploads.getUpload(url.split('/').at(-1)!)).rejects.toBeDefined();
});

test('an upload that its device deletes, or that is refused while it begins, is not under way any more', async () => {
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  expect((await uploads.call(device, 'DELETE', { url })).status).toBe(204);
  expect(await uploads.rowOf(url)).toMatchObject({ status: 'failed', failure_code: 'upload_cancelled' });
  const tooMuch = await uploads.call(device, 'POST', {
    url: uploads.url,
    headers: {
      'upload-length': '10',
      'upload-metadata': encodeMetadata({ filetype: 'image/jpeg' }),
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.alloc(20_000),
  });
  expect(tooMuch.status).toBe(413);
  const listed = await device.call('GET', '/evidence');
  const statuses = (listed.body['data'] as { status: string }[]).map(({ status }) => status);
  expect(statuses).not.toContain('uploading');
});

test('a session has at most 500 uploads under way; the 429 of one more says when to retry', async () => {
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  const row = await uploads.rowOf(url);
  await server.context.database.prisma.evidence.createMany({
    data: Array.from({ length: MAX_OPEN_UPLOADS - 1 }, () => ({ ...row, id: server.context.ids.next() })),
  });
  const { response } = await uploads.begin(device, 1000);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '10']);
});

test('an upload that was begun before the end may finish for a minute with the same token; none begins', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length);
  await server.client.sessions.end(device.sessionId);
  expect(await (await uploads.begin(device, 1000)).response.json()).toMatchObject({
    code: 'session.already_ended',
  });
  server.clock.advance(server.context.config.uploadGraceMs - 1000);
  expect(await runDueJobs(server.context)).toEqual([]);
  expect((await uploads.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
  expect((await uploads.rowOf(url)).status).toBe('ready');
});

test('when the minute is over the chain freezes with what is complete, and the rest fails', async () => {
  const device = await uploads.joinWithConsent();
  const photo = await takePhoto();
  const complete = await uploads.begin(device, photo.length);
  await server.context.uploads.write(
    (await import('node:stream')).Readable.from([photo]),
    complete.url.split('/').at(-1)!,
    0,
  );
  const started = await uploads.begin(device, photo.length);
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
  expect((await uploads.rowOf(complete.url)).status).toBe('ready');
  expect(await uploads.rowOf(started.url)).toMatchObject({
    status: 'failed',
    failure_code: 'upload_abandoned',
  });
  const chain = await server.context.database.prisma.auditChain.findFirstOrThrow({
    where: { session_id: device.sessionId },
  });
  expect(chain.frozen_at).not.toBeNull();
});

test('ending the uploads of a session twice changes nothing', async () => {
  const device = await uploads.joinWithConsent();
  const { url } = await uploads.begin(device, 1000);
  const key = { organisationId: server.seed.organisationId, sessionId: device.sessionId };
  await endUploads(server.context, key);
  const first = await uploads.rowOf(url);
  await endUploads(server.context, key);
  expect(await uploads.rowOf(url)).toEqual(first);
});

test.each(['HEAD', 'PATCH', 'DELETE'])('%s of another session’s upload answers 404', async (method) => {
  const owner = await uploads.joinWithConsent();
  const { url } = await uploads.begin(owner, 1000);
  const stranger = await uploads.joinWithConsent();
  const response = await uploads.call(stranger, method, {
    url,
    headers:
      method === 'PATCH' ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } : {},
  });
  expect(response.status).toBe(404);
  expect((await uploads.rowOf(url)).status).toBe('uploading');
});
