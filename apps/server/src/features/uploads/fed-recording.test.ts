import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyRecordings } from '../../testing/copy-recordings.ts';
import { hashOf, openRecorder } from '../../testing/open-recorder.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { sendHalf } from '../../testing/send-half.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { PLANTED_WEBM } from './location/testing/plant-webm-locations.ts';

let server: TestServer;
let recorder: ReturnType<typeof openRecorder>;
beforeAll(async () => {
  server = await startTestServer({}, { decoding: copyRecordings() });
  recorder = openRecorder(server);
  ({ uploadGraceMs } = server.context.config);
});
afterAll(() => server.close());

let uploadGraceMs: number;

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

const kindsOf = async (sessionId: string) =>
  (
    await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: sessionId },
      orderBy: { sequence: 'asc' },
      select: { kind: true },
    })
  ).map(({ kind }) => kind);

const typesOf = async (sessionId: string) =>
  (await server.context.database.prisma.event.findMany({ where: { session_id: sessionId } })).map(
    ({ type }) => type,
  );

const endBy = {
  'POST end': (sessionId: string) => server.client.sessions.end(sessionId),
  DELETE: (sessionId: string) => server.client.v1.inspections.end(sessionId),
};

test.each(Object.entries(endBy))(
  'the end by %s keeps what has come of a recording that is fed, and has it processed when the grace is over',
  async (_how, end) => {
    const { sessionId } = await recorder.record();
    const { url } = await recorder.begin(sessionId);
    const bytes = randomBytes(9_000);
    await recorder.feed(url, { offset: 0, body: bytes });
    await end(sessionId);
    await runDueJobs(server.context);
    expect((await recorder.rowOf(url)).status).toBe('uploading');
    server.clock.advance(uploadGraceMs);
    const ran = await runDueJobs(server.context);
    expect(ran.indexOf('remux-recording')).toBeGreaterThan(ran.indexOf('freeze-chain'));
    expect(await recorder.rowOf(url)).toMatchObject({
      status: 'ready',
      sha256: hashOf(bytes),
      byte_size: 9_000n,
    });
    expect((await kindsOf(sessionId)).slice(-3)).toEqual([
      'recording.stopped',
      'session.ended',
      'evidence.captured',
    ]);
    expect((await typesOf(sessionId)).filter((type) => type === 'recording.ready')).toHaveLength(1);
  },
);

test('a last part may come within the grace: the recording is processed with it, and the chain is not kept waiting', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  const [first, second, last] = [randomBytes(4_000), randomBytes(3_000), randomBytes(2_000)];
  await recorder.feed(url, { offset: 0, body: first });
  await server.client.sessions.end(sessionId);
  server.clock.advance(uploadGraceMs / 2);
  expect((await recorder.feed(url, { offset: 4_000, body: second })).status).toBe(204);
  const receipt = await recorder.feed(url, { offset: 7_000, body: last, length: 9_000 });
  expect([receipt.status, receipt.headers.get('evidence-status')]).toEqual([204, 'pending']);
  await runDueJobs(server.context);
  const whole = hashOf(Buffer.concat([first, second, last]));
  expect(await recorder.rowOf(url)).toMatchObject({ status: 'ready', sha256: whole });
  const where = { session_id: sessionId };
  const chain = await server.context.database.prisma.auditChain.findFirstOrThrow({ where });
  expect(chain.frozen_at).toEqual(server.clock.now());
});

test.each(['before it is cut', 'once it is cut'])(
  'a part after the grace is 409 session.already_ended, %s, and nothing of it is kept',
  async (moment) => {
    const { sessionId } = await recorder.record();
    const { url } = await recorder.begin(sessionId);
    const bytes = randomBytes(5_000);
    await recorder.feed(url, { offset: 0, body: bytes });
    await server.client.sessions.end(sessionId);
    server.clock.advance(uploadGraceMs);
    if (moment === 'once it is cut') await runDueJobs(server.context);
    const late = await recorder.feed(url, { offset: 5_000, body: randomBytes(100), length: 5_100 });
    expect([late.status, await codeOf(late)]).toEqual([409, 'session.already_ended']);
    await runDueJobs(server.context);
    expect((await recorder.contentOf(url)).equals(bytes)).toBe(true);
    // A HEAD says that the kept bytes are all, and gives the receipt.
    const asked = await recorder.call('HEAD', url, {});
    expect(
      ['upload-offset', 'upload-length', 'evidence-sha256'].map((name) => asked.headers.get(name)),
    ).toEqual(['5000', '5000', hashOf(bytes)]);
    const repeated = await recorder.feed(url, { offset: 5_000, body: Buffer.alloc(0) });
    expect([repeated.status, repeated.headers.get('evidence-sha256')]).toEqual([204, hashOf(bytes)]);
  },
);

test('no upload of a recording begins after the end, and none that has begun is taken back', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  await recorder.feed(url, { offset: 0, body: randomBytes(1_000) });
  await server.client.sessions.end(sessionId);
  const { response } = await recorder.begin(sessionId);
  const deleted = await recorder.call('DELETE', url, {});
  expect([response.status, await codeOf(response)]).toEqual([409, 'session.already_ended']);
  expect([deleted.status, await codeOf(deleted)]).toEqual([409, 'session.already_ended']);
  server.clock.advance(uploadGraceMs);
  await runDueJobs(server.context);
  expect(await recorder.rowOf(url)).toMatchObject({ status: 'ready', byte_size: 1_000n });
});

test('of a recorder that is killed within a part, what had come of the part is kept, and what the part before brought', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  const [first, part] = [randomBytes(3_000), randomBytes(2_000)];
  await recorder.feed(url, { offset: 0, body: first });
  const sending = request(url, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${server.seed.apiKey}`,
      'tus-resumable': '1.0.0',
      ...recorder.partHeaders({ offset: 3_000, length: 5_000 }),
      'content-length': 2_000,
    },
  });
  sending.on('error', () => {});
  await new Promise<void>((resolve) => void sending.write(part.subarray(0, 700), () => resolve()));
  await vi.waitFor(async () => expect(await readState(url)).toContain('5000'));
  sending.destroy();
  await expect.poll(() => recorder.offsetOf(url)).toBe('3700');
  await server.client.sessions.end(sessionId);
  server.clock.advance(uploadGraceMs);
  await runDueJobs(server.context);
  const kept = Buffer.concat([first, part.subarray(0, 700)]);
  expect((await recorder.contentOf(url)).equals(kept)).toBe(true);
  expect((await recorder.rowOf(url)).status).toBe('ready');
});

// The library keeps the state of an upload beside its bytes.
const readState = async (url: string) => {
  const state = await server.context.objects.get(`uploads/${url.split('/').at(-1)!}/state`);
  return Buffer.concat(await state.toArray()).toString();
};

test('of a film that its recorder never ended, what had come is kept without its location where gps is not granted', async () => {
  const device = await recorder.record();
  await device.call('PATCH', '/consent', { gps: 'revoked' });
  const { url } = await recorder.begin(device.sessionId);
  const { file, needle } = PLANTED_WEBM[0]![1];
  const come = file.subarray(0, file.length - 10);
  await recorder.feed(url, { offset: 0, body: come });
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(uploadGraceMs);
  await runDueJobs(server.context);
  const kept = await recorder.contentOf(url);
  expect([kept.length, kept.includes(needle)]).toEqual([come.length, false]);
  expect(await recorder.rowOf(url)).toMatchObject({ status: 'ready', received_sha256: hashOf(come) });
});

test('a recording whose last part was cut by the network goes on from where it stands, within the grace, too', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  const whole = randomBytes(6_000);
  await recorder.feed(url, { offset: 0, body: whole.subarray(0, 2_000) });
  await server.client.sessions.end(sessionId);
  // A connection that breaks within the last part leaves this: the length is told, and half of the part is there.
  const id = url.split('/').at(-1)!;
  await server.context.uploads.declareUploadLength(id, 6_000);
  await server.context.uploads.write(Readable.from([whole.subarray(2_000, 4_100)]), id, 2_000);
  const astray = await recorder.feed(url, { offset: 2_000, body: whole.subarray(2_000) });
  expect([astray.status, await codeOf(astray)]).toEqual([409, 'upload_offset_conflict']);
  expect(await recorder.offsetOf(url)).toBe('4100');
  expect((await recorder.feed(url, { offset: 4_100, body: whole.subarray(4_100) })).status).toBe(204);
  expect((await recorder.contentOf(url)).equals(whole)).toBe(true);
});

test('a part that is on its way while the recording is cut is never told to have arrived where it is not kept', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  const bytes = randomBytes(5_000);
  await recorder.feed(url, { offset: 0, body: bytes });
  await server.client.sessions.end(sessionId);
  const part = randomBytes(2_000);
  const underWay = sendHalf(url, {
    method: 'PATCH',
    token: server.seed.apiKey,
    headers: { 'tus-resumable': '1.0.0', ...recorder.partHeaders({ offset: 5_000, length: 7_000 }) },
    body: part,
  });
  await underWay.judged;
  await vi.waitFor(async () => expect(await readState(url)).toContain('7000'));
  server.clock.advance(uploadGraceMs);
  await runDueJobs(server.context);
  expect(await underWay.finish()).toMatchObject({ status: expect.any(Number) as number });
  const row = await recorder.rowOf(url);
  expect(row).toMatchObject({ status: 'ready', sha256: hashOf(bytes), byte_size: 5_000n });
  expect((await underWay.reply).status).toBeGreaterThanOrEqual(400);
});

test('bytes that came beside a recording while it was cut neither keep it from being finished nor get into it', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  const bytes = randomBytes(5_000);
  await recorder.feed(url, { offset: 0, body: bytes });
  await server.client.sessions.end(sessionId);
  const { uploads } = server.context;
  const declare = uploads.declareUploadLength;
  const cut = vi.spyOn(uploads, 'declareUploadLength').mockImplementationOnce(async (id, size) => {
    await declare(id, size);
    await uploads.write(Readable.from([randomBytes(800)]), id, 5_000);
  });
  server.clock.advance(uploadGraceMs);
  await runDueJobs(server.context);
  cut.mockRestore();
  expect((await recorder.contentOf(url)).equals(bytes)).toBe(true);
});

test('a recorder that lost the reply to its beginning asks with the same key, and goes on with the same upload', async () => {
  const { sessionId } = await recorder.record();
  const key = { 'idempotency-key': 'recording-1' };
  const { url } = await recorder.begin(sessionId, key);
  await recorder.feed(url, { offset: 0, body: randomBytes(1_000) });
  const again = await recorder.begin(sessionId, key);
  expect([again.url, again.response.headers.get('upload-offset')]).toEqual([url, '1000']);
  const where = { session_id: sessionId, kind: 'recording' };
  expect(await server.context.database.prisma.evidence.count({ where })).toBe(1);
});
