import { createHash } from 'node:crypto';
import { request } from 'node:http';
import exifr from 'exifr';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const JPEG = { 'content-type': 'image/jpeg' };

const joinWithConsent = async (consent = { camera: 'granted', gps: 'granted' }): Promise<JoinedDevice> => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', consent);
  return device;
};

const download = async (device: JoinedDevice, id: unknown, query = '') => {
  const response = await fetch(
    `${server.baseUrl}/v1/evidence/${device.sessionId}/files/${String(id)}${query}`,
    {
      headers: { authorization: `Bearer ${server.seed.apiKey}` },
    },
  );
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

const rowsOf = ({ sessionId }: JoinedDevice) =>
  server.context.database.prisma.evidence.count({ where: { session_id: sessionId } });

test('the original bytes stay untouched and are hashed on receipt', async () => {
  const device = await joinWithConsent();
  const photo = await takePhoto();
  const { status, body } = await device.send('/photos?slot=roof', photo, JPEG);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    kind: 'photo',
    status: 'ready',
    mime: 'image/jpeg',
    sha256: sha256(photo),
    byte_size: photo.length,
    captured_at: '2026-11-20T09:00:00.000Z',
    slot: 'roof',
    width: 480,
    height: 640,
    gps: { lat: 45.4583333, lon: 9.19 },
  });
  const { response, bytes } = await download(device, body['id']);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(bytes.equals(photo)).toBe(true);
});

test('what is shown of a photo carries no location', async () => {
  const device = await joinWithConsent();
  const photo = await takePhoto();
  expect(await exifr.gps(photo)).toBeDefined();
  const { body } = await device.send('/photos', photo, JPEG);
  for (const variant of ['display', 'thumbnail']) {
    const { response, bytes } = await download(device, body['id'], `?variant=${variant}`);
    expect(response.status).toBe(200);
    expect(bytes.includes('Exif')).toBe(false);
  }
});

test('without consent to the camera no photo is taken, and without consent to the location none is kept', async () => {
  const device = await joinSession(server);
  const photo = await takePhoto();
  expect(await device.send('/photos', photo, JPEG)).toMatchObject({
    status: 409,
    body: { code: 'consent_required' },
  });
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'denied' });
  expect(await device.send('/photos?lat=1.5&lon=2.5', photo, JPEG)).toMatchObject({
    status: 201,
    body: { gps: null },
  });
});

test('withdrawal stops the collection', async () => {
  const device = await joinWithConsent();
  await device.call('PATCH', '/consent', { camera: 'revoked' });
  expect(await device.send('/photos', await takePhoto(), JPEG)).toMatchObject({
    status: 409,
    body: { code: 'consent_required' },
  });
  expect(await rowsOf(device)).toBe(0);
});

test('a photo is an entry of the chain that holds its hash and no location', async () => {
  const device = await joinWithConsent();
  const photo = await takePhoto();
  const { body } = await device.send('/photos?slot=roof', photo, JPEG);
  const entry = await server.context.database.prisma.auditEntry.findFirstOrThrow({
    where: { session_id: device.sessionId, kind: 'evidence.captured' },
  });
  expect(entry.payload).toMatchObject({
    evidence_id: body['id'],
    evidence_kind: 'photo',
    sha256: sha256(photo),
    byte_size: photo.length,
    participant_id: device.participantId,
  });
  expect(JSON.stringify(entry.payload)).not.toMatch(/454583333|roof/);
});

test('receivers hear of it twice: of the session, and of the evidence', async () => {
  const device = await joinWithConsent();
  const { body } = await device.send('/photos', await takePhoto(), JPEG);
  const events = await server.context.database.prisma.event.findMany({
    where: { session_id: device.sessionId, type: { contains: 'evidence' } },
    orderBy: { type: 'desc' },
  });
  expect(events.map(({ type, data }) => [type, (data as { id: string }).id])).toEqual([
    ['session.evidence.captured', device.sessionId],
    ['evidence.created', body['id']],
  ]);
});

test.each([
  ['a page', Buffer.from('<html>'), JPEG, '422 evidence_invalid'],
  ['nothing', Buffer.alloc(0), JPEG, '422 evidence_invalid'],
  ['another type', Buffer.from('<svg/>'), { 'content-type': 'image/svg+xml' }, '422 evidence_invalid'],
  ['no type', Buffer.from('x'), {}, '422 evidence_invalid'],
  ['a form', Buffer.from('x'), { 'content-type': 'multipart/form-data' }, '415 unsupported_media_type'],
  ['more than 25 MiB', Buffer.alloc(25 * 1024 * 1024 + 1), JPEG, '413 payload_too_large'],
] as const)(
  '%s is refused with a clear error, and nothing is half-stored',
  async (_what, bytes, headers, refusal) => {
    const device = await joinWithConsent();
    const { status, body } = await device.send('/photos', bytes, headers);
    expect(`${status} ${body.code}`).toBe(refusal);
    expect(await rowsOf(device)).toBe(0);
  },
);

test('a photo that is cut off is refused, and nothing is half-stored', async () => {
  const device = await joinWithConsent();
  const photo = await takePhoto({ width: 2000, height: 1500 });
  const reply = await device.send('/photos', photo.subarray(0, photo.length / 2), JPEG);
  expect(reply).toMatchObject({ status: 422, body: { code: 'evidence_invalid' } });
  expect(await rowsOf(device)).toBe(0);
});

test('a photo is what its bytes say, whatever picture it is called, and without a name', async () => {
  const device = await joinWithConsent();
  const takePng = async () =>
    sharp(await takePhoto())
      .toFormat('png')
      .toBuffer();
  const names = 'image/jpg image/pjpeg IMAGE/JPG;x=y image/heic image/png image/jpeg image/gif'.split(' ');
  for (const [mime, take] of [
    ['image/jpeg', takePhoto],
    ['image/png', takePng],
  ] as const) {
    for (const name of [...names, 'application/octet-stream', undefined]) {
      const headers: Record<string, string> = name === undefined ? {} : { 'content-type': name };
      const { status, body } = await device.send('/photos', await take(), headers);
      expect([name, status, body['mime']]).toEqual([name, 201, mime]);
    }
  }
});

test('a photo that lacks its end marker alone is kept as it came, and shown', async () => {
  const device = await joinWithConsent();
  const photo = (await takePhoto()).subarray(0, -2);
  const { status, body } = await device.send('/photos', photo, JPEG);
  expect([status, body['sha256']]).toEqual([201, sha256(photo)]);
  const shown = await download(device, body['id'], '?variant=display');
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: 480 });
});

test('the hash that the client announces is compared, the last one where it announces several', async () => {
  const device = await joinWithConsent();
  const photo = await takePhoto();
  const digestOf = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  const send = (digest: string) => device.send('/photos', photo, { ...JPEG, 'content-digest': digest });
  expect(await send(digestOf(Buffer.from('other')))).toMatchObject({
    status: 422,
    body: { code: 'checksum_mismatch' },
  });
  expect(await send('sha-256=:nonsense:')).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  const [right, wrong] = [digestOf(photo), digestOf(Buffer.from('other'))];
  expect(await send(`${right}, ${wrong}`)).toMatchObject({ status: 422 });
  expect(await send(`${right}, sha-256`)).toMatchObject({ status: 400 });
  expect(await send(`sha-512=:x:`)).toMatchObject({ status: 400 });
  expect(await rowsOf(device)).toBe(0);
  expect(await send(`${wrong},sha-512=:x:,${right};q=1`)).toMatchObject({ status: 201 });
});

test('a repeated photo under one Idempotency-Key is one piece of evidence, another photo is a mistake', async () => {
  const device = await joinWithConsent();
  const photo = await takePhoto();
  const headers = { ...JPEG, 'idempotency-key': 'photo-1' };
  const first = await device.send('/photos', photo, headers);
  const replay = await device.send('/photos', photo, headers);
  expect(replay.body).toEqual(first.body);
  expect(await rowsOf(device)).toBe(1);
  expect(await device.send('/photos', await takePhoto(), headers)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
});

test('after the end no photo is taken', async () => {
  const device = await joinWithConsent();
  await server.client.sessions.end(device.sessionId);
  expect(await device.send('/photos', await takePhoto(), JPEG)).toMatchObject({
    status: 409,
    body: { code: 'session.already_ended' },
  });
});

const sendHalf = async (device: JoinedDevice, photo: Buffer, headers: Record<string, string> = JPEG) => {
  const sending = request(`${server.baseUrl}/v1/field/photos`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${device.token}`, 'content-length': photo.length },
  });
  const reply = new Promise<{ status: number; body: { id: string; code: string } }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
  });
  sending.write(photo.subarray(0, photo.length / 2));
  await expect.poll(() => rowsOf(device)).toBe(1);
  return { finish: () => (sending.end(photo.subarray(photo.length / 2)), reply), sending, reply };
};

const readFreeze = async ({ sessionId }: JoinedDevice) => {
  await runDueJobs(server.context);
  const { prisma } = server.context.database;
  return (await prisma.auditChain.findFirstOrThrow({ where: { session_id: sessionId } })).frozen_at;
};

test('a photo whose body is on its way when the session ends is evidence, and then the chain freezes at once', async () => {
  const device = await joinWithConsent();
  const photo = await takePhoto();
  const { finish } = await sendHalf(device, photo);
  await server.client.sessions.end(device.sessionId);
  expect(await readFreeze(device)).toBeNull();
  server.clock.advance(server.context.config.uploadGraceMs - 1);
  expect(await finish()).toMatchObject({ status: 201, body: { status: 'ready', sha256: sha256(photo) } });
  expect(await readFreeze(device)).toEqual(server.clock.now());
  const last = await server.context.database.prisma.auditEntry.findFirstOrThrow({
    where: { session_id: device.sessionId },
    orderBy: { sequence: 'desc' },
  });
  expect(last.payload).toMatchObject({ sha256: sha256(photo) });
});

test('a photo that is on its way for longer than UPLOAD_GRACE is refused, and says so on its row', async () => {
  const device = await joinWithConsent();
  const { finish } = await sendHalf(device, await takePhoto());
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  expect(await readFreeze(device)).toEqual(server.clock.now());
  expect(await finish()).toMatchObject({ status: 409, body: { code: 'session.already_ended' } });
  expect(
    await server.context.database.prisma.evidence.findFirstOrThrow({
      where: { session_id: device.sessionId },
    }),
  ).toMatchObject({ status: 'failed', failure_code: 'upload_abandoned', sha256: null });
});

test.each(['is no photo', 'breaks off'])(
  'a photo on its way that %s after the end leaves nothing, and holds up the freeze no longer',
  async (what) => {
    const device = await joinWithConsent();
    const photo = what === 'is no photo' ? Buffer.from('<html></html>') : await takePhoto();
    const { finish, sending, reply } = await sendHalf(device, photo);
    await server.client.sessions.end(device.sessionId);
    if (what === 'is no photo') {
      expect(await finish()).toMatchObject({ status: 422, body: { code: 'evidence_invalid' } });
    } else {
      sending.destroy();
      await expect(reply).rejects.toThrow();
    }
    await expect.poll(() => rowsOf(device)).toBe(0);
    expect(await readFreeze(device)).toEqual(server.clock.now());
  },
);

test('the camera that is revoked and granted again takes no photo that was on its way', async () => {
  const device = await joinWithConsent();
  const { finish } = await sendHalf(device, await takePhoto());
  await device.call('PATCH', '/consent', { camera: 'revoked' });
  await device.call('PATCH', '/consent', { camera: 'granted' });
  expect(await finish()).toMatchObject({ status: 409, body: { code: 'consent_required' } });
});
