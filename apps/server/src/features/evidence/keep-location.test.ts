import { createHash } from 'node:crypto';
import { request } from 'node:http';
import exifr from 'exifr';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { plantProfileOfTables, plantSegment } from './location/testing/plant-locations.ts';

let server: TestServer;
let uploads: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  uploads = openUploader(server);
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const JPEG = { 'content-type': 'image/jpeg' };
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const digestOf = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

const join = async (gps: string): Promise<JoinedDevice> => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted', gps });
  return device;
};

const download = async ({ sessionId }: JoinedDevice, id: unknown): Promise<Buffer> => {
  const response = await fetch(`${server.baseUrl}/v1/evidence/${sessionId}/files/${String(id)}`, {
    headers: { authorization: `Bearer ${server.seed.apiKey}` },
  });
  return Buffer.from(await response.arrayBuffer());
};

const entryOf = async ({ sessionId }: JoinedDevice) =>
  (
    await server.context.database.prisma.auditEntry.findFirstOrThrow({
      where: { session_id: sessionId, kind: 'evidence.captured' },
    })
  ).payload;

const hashesInStore = async (id: unknown): Promise<string[]> => {
  const hashes: string[] = [];
  for await (const { key } of server.context.objects.list(`${server.seed.organisationId}/${String(id)}/`)) {
    hashes.push(key.split('/').at(-1)!);
  }
  return hashes;
};

/** No copy and no record of the photo may have its location. */
const expectNoLocation = async (device: JoinedDevice, photo: Buffer, evidence: Record<string, unknown>) => {
  expect(await exifr.gps(photo)).toBeDefined();
  const kept = await download(device, evidence['id']);
  expect(await exifr.gps(kept)).toBeUndefined();
  expect(kept.length).toBe(photo.length);
  const hashes = { sha256: sha256(kept), received_sha256: sha256(photo) };
  expect(evidence).toMatchObject({ ...hashes, status: 'ready', gps: null, byte_size: photo.length });
  expect(await entryOf(device)).toMatchObject(hashes);
  expect(await hashesInStore(evidence['id'])).not.toContain(hashes.received_sha256);
};

const beforeRecording = (act: () => Promise<unknown>): void => {
  const { objects } = server.context;
  const put = objects.putContent;
  let isDone = false;
  vi.spyOn(objects, 'putContent').mockImplementation(async (body, owner) => {
    const stored = await put(body, owner);
    const isDerivative = body instanceof Uint8Array;
    if (isDerivative && !isDone) {
      isDone = true;
      await act();
    }
    return stored;
  });
};

test.each(['pending', 'denied', 'revoked'])(
  'without consent to the location, which is %s, a photo is kept without it, and the hash as received stands beside',
  async (answer) => {
    const device = await join(answer === 'revoked' ? 'granted' : 'denied');
    if (answer === 'revoked') await device.call('PATCH', '/consent', { gps: 'revoked' });
    const unasked = answer === 'pending' ? await joinSession(server) : device;
    if (answer === 'pending') await unasked.call('PATCH', '/consent', { camera: 'granted' });
    const photo = await takePhoto();
    // The announced hash is of the sent bytes.
    const headers = { ...JPEG, 'content-digest': digestOf(photo) };
    const { status, body } = await unasked.send('/photos?lat=1.5&lon=2.5', photo, headers);
    expect(status).toBe(201);
    await expectNoLocation(unasked, photo, body);
  },
);

test('with consent to the location the bytes stay as they came, and both hashes are one', async () => {
  const device = await join('granted');
  const photo = await takePhoto();
  const { body } = await device.send('/photos', photo, JPEG);
  expect(body).toMatchObject({ sha256: sha256(photo), received_sha256: sha256(photo) });
  expect((await download(device, body['id'])).equals(photo)).toBe(true);
  expect(await entryOf(device)).toMatchObject({ received_sha256: sha256(photo) });
});

test.each([
  ['lat=+1.5&lon=+2.5&accuracy=+3.25', { lat: 1.5, lon: 2.5, accuracy: 3.25 }],
  ['lat=%2B1.5e%2B0&lon=25e-1&accuracy=325E-2', { lat: 1.5, lon: 2.5, accuracy: 3.25 }],
  ['lat=-.5&lon=2.&accuracy=0003.250', { lat: -0.5, lon: 2, accuracy: 3.25 }],
])('a location is taken as a language prints its numbers: %s', async (query, gps) => {
  const device = await join('granted');
  expect(await device.send(`/photos?${query}`, await takePhoto(), JPEG)).toMatchObject({
    status: 201,
    body: { gps },
  });
});

test('a location that is withdrawn after the photo was processed is blanked before it is recorded', async () => {
  const device = await join('granted');
  const photo = await takePhoto();
  beforeRecording(() => device.call('PATCH', '/consent', { gps: 'revoked' }));
  const { status, body } = await device.send('/photos?lat=1.5&lon=2.5', photo, {
    ...JPEG,
    'idempotency-key': 'withdrawn',
  });
  expect(status).toBe(201);
  await expectNoLocation(device, photo, body);
});

test('a location that is withdrawn and granted again meanwhile is not kept, nor one that is granted meanwhile', async () => {
  const photo = await takePhoto();
  const wavering = await join('granted');
  beforeRecording(async () => {
    await wavering.call('PATCH', '/consent', { gps: 'revoked' });
    await wavering.call('PATCH', '/consent', { gps: 'granted' });
  });
  await expectNoLocation(wavering, photo, (await wavering.send('/photos', photo, JPEG)).body);
  vi.restoreAllMocks();
  const late = await join('denied');
  beforeRecording(() => late.call('PATCH', '/consent', { gps: 'granted' }));
  await expectNoLocation(late, photo, (await late.send('/photos', photo, JPEG)).body);
});

test('an upload in parts keeps no location without consent, and its parts go with it', async () => {
  const device = await join('denied');
  const photo = await takePhoto();
  const { url } = await uploads.begin(device, photo.length, {
    sha256: sha256(photo),
    lat: '1.5',
    lon: '2.5',
  });
  await uploads.patch(device, { url, offset: 0, body: photo.subarray(0, 900) });
  expect((await uploads.patch(device, { url, offset: 900, body: photo.subarray(900) })).status).toBe(204);
  const listed = (await device.call('GET', '/evidence')).body['data'] as Record<string, unknown>[];
  await expectNoLocation(device, photo, listed[0]!);
  const parts = [];
  for await (const part of server.context.objects.list(`uploads/${url.split('/').at(-1)!}/`))
    parts.push(part);
  expect(parts).toEqual([]);
});

test('an upload in parts whose location is withdrawn on the way, or while it is processed, keeps none', async () => {
  const photo = await takePhoto();
  for (const isLate of [false, true]) {
    const device = await uploads.joinWithConsent();
    const { url } = await uploads.begin(device, photo.length, { lat: '1.5', lon: '2.5' });
    await uploads.patch(device, { url, offset: 0, body: photo.subarray(0, 900) });
    const withdraw = () => device.call('PATCH', '/consent', { gps: 'revoked' });
    if (isLate) beforeRecording(withdraw);
    else await withdraw();
    const last = await uploads.patch(device, { url, offset: 900, body: photo.subarray(900) });
    expect(last.status).toBe(204);
    const listed = (await device.call('GET', '/evidence')).body['data'] as Record<string, unknown>[];
    await expectNoLocation(device, photo, listed[0]!);
  }
});

/** A server without this column would have written such a row. */
const forgetNote = (url: string) =>
  server.context.database.prisma
    .$executeRaw`update evidence set keeps_place = default where id = ${url.split('/').at(-1)!}::uuid`;

test('of an upload that an older server began the location is kept, or not, by the consent when it is recorded', async () => {
  const photo = await takePhoto();
  const finish = async (device: JoinedDevice, url: string) => {
    expect((await uploads.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
    return ((await device.call('GET', '/evidence')).body['data'] as Record<string, unknown>[])[0]!;
  };
  const granting = await uploads.joinWithConsent();
  const kept = await uploads.begin(granting, photo.length, { lat: '1.5', lon: '2.5' });
  await forgetNote(kept.url);
  const evidence = await finish(granting, kept.url);
  expect(evidence).toMatchObject({ sha256: sha256(photo), gps: { lat: 1.5, lon: 2.5 } });
  expect((await download(granting, evidence['id'])).equals(photo)).toBe(true);
  const withdrawing = await uploads.joinWithConsent();
  const blanked = await uploads.begin(withdrawing, photo.length, { lat: '1.5', lon: '2.5' });
  await forgetNote(blanked.url);
  await withdrawing.call('PATCH', '/consent', { gps: 'revoked' });
  await withdrawing.call('PATCH', '/consent', { gps: 'granted' });
  await expectNoLocation(withdrawing, photo, await finish(withdrawing, blanked.url));
  const denying = await join('denied');
  const refused = await uploads.begin(denying, photo.length);
  await forgetNote(refused.url);
  await expectNoLocation(denying, photo, await finish(denying, refused.url));
});

test('a photo whose location can’t be taken out is refused in words, and taken where the location is granted', async () => {
  const photo = plantProfileOfTables(await takePhoto());
  const device = await join('denied');
  const refusal = await device.send('/photos', photo, JPEG);
  expect(refusal).toMatchObject({ status: 422, body: { code: 'evidence_invalid' } });
  expect(refusal.body.detail).toContain('can’t be judged. Grant gps, or send it without metadata');
  const rows = { where: { session_id: device.sessionId } };
  expect(await server.context.database.prisma.evidence.count(rows)).toBe(0);
  await device.call('PATCH', '/consent', { gps: 'granted' });
  expect((await device.send('/photos', photo, JPEG)).status).toBe(201);
});

test('a photo whose EXIF can’t be read, or that has something behind its pixels, is taken without consent to the location', async () => {
  const device = await join('denied');
  for (const photo of [
    plantSegment(0xe1, Buffer.from('Exif\0\0no TIFF at all', 'latin1'), await takePhoto()),
    plantSegment(0xe1, Buffer.from('Exif\0\0', 'latin1'), await takePhoto()),
    plantSegment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'), await takePhoto()),
    Buffer.concat([(await takePhoto()).subarray(0, -2), Buffer.from('\xff\x07\xff\xc1 45.4583 N', 'latin1')]),
    Buffer.concat([await takePhoto(), Buffer.from('45.4583 N')]),
  ]) {
    const { status, body } = await device.send('/photos', photo, JPEG);
    expect([status, body]).toMatchObject([201, { gps: null, received_sha256: sha256(photo) }]);
    const kept = await download(device, body['id']);
    expect([kept.length, await exifr.gps(kept), kept.includes('45.4583')]).toEqual([
      photo.length,
      undefined,
      false,
    ]);
  }
});

const sendPart = (device: JoinedDevice, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: { code: string } }>((resolve, reject) => {
    const sending = request(`${server.baseUrl}/v1/field/photos`, {
      method: 'POST',
      headers: { ...JPEG, ...headers, authorization: `Bearer ${device.token}`, 'content-length': 5_000_000 },
    });
    sending.on('error', reject);
    sending.on('response', async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString()) });
      sending.destroy();
    });
    sending.write(Buffer.alloc(1000));
  });

test.each<[string, Record<string, string>]>([
  ['', {}],
  [', also under a new key', { 'idempotency-key': 'photo-without-consent' }],
])('without consent to the camera a photo is refused before its body has come%s', async (_what, headers) => {
  const device = await joinSession(server);
  expect(await sendPart(device, headers)).toMatchObject({ status: 409, body: { code: 'consent_required' } });
});

test('a photo that was recorded before the camera was revoked gets its reply once more, under its key', async () => {
  const device = await join('denied');
  const photo = await takePhoto();
  const headers = { ...JPEG, 'idempotency-key': 'photo-before' };
  const first = await device.send('/photos', photo, headers);
  await device.call('PATCH', '/consent', { camera: 'revoked' });
  const again = await device.send('/photos', photo, headers);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await device.send('/photos', photo, { ...JPEG, 'idempotency-key': 'photo-after' })).toMatchObject({
    status: 409,
    body: { code: 'consent_required' },
  });
});
