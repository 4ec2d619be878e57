import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { copyRecordings } from '../../testing/copy-recordings.ts';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { PLANTED_MP4 } from './location/testing/plant-mp4-locations.ts';
import { EBML, open, PLANTED_WEBM, tracks } from './location/testing/plant-webm-locations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { decoding: copyRecordings() });
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const WEBM = PLANTED_WEBM[0]![1];
const MP4 = PLANTED_MP4[1]![1];

const record = async (gps: string): Promise<JoinedDevice> => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { recording: 'granted', gps });
  await server.client.sessions.startRecording(device.sessionId);
  return device;
};

const call = (method: string, url: string, headers: Record<string, string>, body?: Uint8Array) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${server.seed.apiKey}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body: Buffer.from(body) } : {}),
  });

const begin = async ({ sessionId }: JoinedDevice, mime: string, metadata: Record<string, string> = {}) => {
  const all = { filetype: mime, session: sessionId, lat: '1.5', lon: '2.5', ...metadata };
  const encoded = Object.entries(all).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const response = await call('POST', `${server.baseUrl}/v1/field/uploads`, {
    'upload-defer-length': '1',
    'upload-metadata': encoded.join(','),
  });
  return response.headers.get('location')!;
};

const send = (url: string, body: Buffer, { offset = 0, length }: { offset?: number; length?: number } = {}) =>
  call(
    'PATCH',
    url,
    {
      'upload-offset': String(offset),
      ...(offset === 0 ? { 'upload-length': String(length ?? body.length) } : {}),
      'content-type': 'application/offset+octet-stream',
    },
    body,
  );

const rowOf = (url: string) =>
  server.context.database.prisma.evidence.findFirstOrThrow({ where: { id: url.split('/').at(-1)! } });

const keysBelow = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.context.objects.list(prefix)) keys.push(key);
  return keys;
};

const expectNoLocation = async (device: JoinedDevice, url: string, { file, needle }: typeof WEBM) => {
  const row = await rowOf(url);
  const kept = await buffer(
    await server.context.objects.get(`${row.organisation_id}/${row.id}/${row.sha256}`),
  );
  expect([kept.includes(needle), kept.length]).toEqual([false, file.length]);
  const hashes = { sha256: sha256(kept), received_sha256: sha256(file) };
  expect(row).toMatchObject({ ...hashes, status: 'pending', lat_e7: null, lon_e7: null });
  const entry = await server.context.database.prisma.auditEntry.findFirstOrThrow({
    where: { session_id: device.sessionId, kind: 'evidence.captured' },
  });
  expect(entry.payload).toMatchObject(hashes);
  const keys = await keysBelow(`${row.organisation_id}/${row.id}/`);
  expect(keys.filter((key) => key.endsWith(hashes.received_sha256))).toEqual([]);
  expect(await keysBelow(`uploads/${row.id}/`)).toEqual([]);
};

test.each([
  ['video/webm', WEBM],
  ['video/mp4', MP4],
])(
  'without consent to the location a recording is kept without it, as %s, and its parts go',
  async (mime, video) => {
    const device = await record('denied');
    const url = await begin(device, mime, { sha256: sha256(video.file) });
    await send(url, video.file.subarray(0, 700), { length: video.file.length });
    expect((await send(url, video.file.subarray(700), { offset: 700 })).status).toBe(204);
    await expectNoLocation(device, url, video);
  },
);

test('with consent to the location a recording stays as it came, and both hashes are one', async () => {
  const device = await record('granted');
  const url = await begin(device, 'video/webm');
  await send(url, WEBM.file);
  const hash = sha256(WEBM.file);
  expect(await rowOf(url)).toMatchObject({ sha256: hash, received_sha256: hash, lat_e7: 15_000_000 });
});

test('of a recording that an older server began the location is kept, or not, by the consent when it is recorded', async () => {
  for (const gps of ['granted', 'denied']) {
    const device = await record(gps);
    const url = await begin(device, 'video/webm');
    const id = url.split('/').at(-1)!;
    await server.context.database.prisma
      .$executeRaw`update evidence set keeps_place = default where id = ${id}::uuid`;
    expect((await send(url, WEBM.file)).status).toBe(204);
    if (gps === 'denied') await expectNoLocation(device, url, WEBM);
    else expect(await rowOf(url)).toMatchObject({ sha256: sha256(WEBM.file), lat_e7: 15_000_000 });
  }
});

test.each(['while it comes', 'when it is stored, and not yet recorded'])(
  'a location that is withdrawn %s is blanked before the recording is recorded',
  async (moment) => {
    const device = await record('granted');
    const url = await begin(device, 'video/webm');
    const withdraw = () => device.call('PATCH', '/consent', { gps: 'revoked' });
    if (moment === 'while it comes') await withdraw();
    else withdrawOnceStored(withdraw);
    expect((await send(url, WEBM.file)).status).toBe(204);
    await expectNoLocation(device, url, WEBM);
  },
);

const withdrawOnceStored = (withdraw: () => Promise<unknown>): void => {
  const { objects } = server.context;
  const put = objects.putContent;
  vi.spyOn(objects, 'putContent').mockImplementationOnce(async (body, owner) => {
    const stored = await put(body, owner);
    await withdraw();
    return stored;
  });
};

test('the place of an upload that failed goes when the consent to it is withdrawn', async () => {
  const device = await record('granted');
  const url = await begin(device, 'video/webm');
  await device.call('PATCH', '/consent', { recording: 'revoked' });
  expect(await rowOf(url)).toMatchObject({ status: 'failed', lat_e7: 15_000_000, lon_e7: 25_000_000 });
  await device.call('PATCH', '/consent', { gps: 'revoked' });
  expect(await rowOf(url)).toMatchObject({ status: 'failed', lat_e7: null, lon_e7: null });
});

test('a recording with a track that may be a way is refused in words, and nothing of it is kept', async () => {
  const device = await record('denied');
  const url = await begin(device, 'video/webm');
  const file = Buffer.concat([EBML, open(0x18538067, tracks(0x21))]);
  const refusal = await send(url, file);
  expect(refusal.status).toBe(422);
  expect(await refusal.json()).toMatchObject({
    code: 'evidence_invalid',
    detail: expect.stringContaining(
      'a track that is neither pictures nor sound. Grant gps, or send it without',
    ),
  });
  const row = await rowOf(url);
  expect(row).toMatchObject({ status: 'failed', failure_code: 'evidence_invalid', sha256: null });
  expect(await keysBelow(`${row.organisation_id}/${row.id}/`)).toEqual([]);
  expect(await keysBelow(`uploads/${row.id}/`)).toEqual([]);
});
