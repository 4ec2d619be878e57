import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConflictError, openRecordings, type RecordingsOptions } from '@field-inspection/sdk/field';
import { copyRecordings } from '@field-inspection/server/testing/copy-recordings';
import { openRecorder } from '@field-inspection/server/testing/open-recorder';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startCuttingProxy } from './faulty-proxies.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { decoding: copyRecordings() });
});
afterAll(() => server.close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const open = (options: Partial<RecordingsOptions> = {}) =>
  openRecordings({ token: server.seed.apiKey, baseUrl: server.baseUrl, ...options });

const WEBM = { type: 'video/webm;codecs=vp8,opus' };

const endAndProcess = async (sessionId: string) => {
  await server.client.sessions.end(sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
};

const download = async (sessionId: string, id: string) =>
  Buffer.from(await (await server.client.evidence.download(sessionId, id)).arrayBuffer());

test('a recording is fed while it runs and stopped: its receipt has the hash of what was given', async () => {
  const { sessionId } = await openRecorder(server).record();
  const recording = await open().start(sessionId, WEBM, { everyMs: 0 });
  const segments = Array.from({ length: 5 }, () => randomBytes(20_000));
  for (const segment of segments) await recording.append(segment);
  await vi.waitFor(async () => {
    expect(recording.waitingBytes).toBe(0);
  });
  const receipt = await recording.stop();
  expect(receipt).toMatchObject({
    id: recording.id,
    status: 'pending',
    receivedSha256: sha256(Buffer.concat(segments)),
  });
  const entries = await server.client.evidence.listChain(sessionId).toArray({ limit: 100 });
  expect(entries.find(({ sequence }) => sequence === receipt.sequence)).toMatchObject({
    kind: 'evidence.captured',
  });
});

test('of a recorder that vanishes, what it had sent is kept when the session ends: nobody has to stop it', async () => {
  const { sessionId } = await openRecorder(server).record();
  const proxy = await startCuttingProxy(server.baseUrl);
  const recording = await open({ baseUrl: proxy.baseUrl }).start(sessionId, WEBM, { everyMs: 0 });
  const sent = randomBytes(50_000);
  await recording.append(sent);
  await vi.waitFor(() => expect(recording.sentBytes).toBe(50_000));
  proxy.shut();
  await recording.append(randomBytes(10_000));
  await endAndProcess(sessionId);
  expect((await download(sessionId, recording.id)).equals(sent)).toBe(true);
  proxy.open();
  await expect(recording.stop()).rejects.toMatchObject({ code: 'session.already_ended' });
  const resumed = await open().resume(recording.url);
  expect(await resumed.stop()).toMatchObject({ status: 'ready', receivedSha256: sha256(sent) });
  await proxy.close();
});

test('a session that ends while it is recorded takes the last part, and the recording is whole', async () => {
  const { sessionId } = await openRecorder(server).record();
  const recording = await open().start(sessionId, WEBM, { everyMs: 60_000 });
  const [first, last] = [randomBytes(30_000), randomBytes(30_000)];
  await recording.append(first);
  await vi.waitFor(() => expect(recording.waitingBytes).toBe(0));
  await recording.append(last);
  await server.client.sessions.end(sessionId);
  await recording.stop();
  await runDueJobs(server.context);
  expect((await download(sessionId, recording.id)).equals(Buffer.concat([first, last]))).toBe(true);
});

test('over a network that cuts it goes on where it stopped, and the recording is whole', async () => {
  const { sessionId } = await openRecorder(server).record();
  const proxy = await startCuttingProxy(server.baseUrl);
  const runtime = { random: () => 0 };
  const recording = await open({ baseUrl: proxy.baseUrl, runtime }).start(sessionId, WEBM, {
    everyMs: 0,
    partBytes: 40_000,
  });
  proxy.cutAfterBytes(25_000, 70_000, 10_000);
  const whole = randomBytes(300_000);
  for (let position = 0; position < whole.length; position += 10_000)
    await recording.append(whole.subarray(position, position + 10_000));
  await recording.stop();
  expect(proxy.countCuts()).toBe(3);
  expect((await openRecorder(server).contentOf(recording.url)).equals(whole)).toBe(true);
  await proxy.close();
});

test('another process goes on with a recording by its address, behind what has arrived', async () => {
  const { sessionId } = await openRecorder(server).record();
  const whole = randomBytes(200_000);
  const file = join(await mkdtemp(join(tmpdir(), 'fis-recording-')), 'camera.webm');
  await writeFile(file, whole);
  const first = await open().start(sessionId, WEBM, { everyMs: 0 });
  await first.append(whole.subarray(0, 70_000));
  await vi.waitFor(() => expect(first.sentBytes).toBe(70_000));
  const second = await open().resume(first.url);
  for await (const part of createReadStream(file, { start: second.sentBytes }))
    await second.append(part as Buffer);
  expect((await second.stop()).receivedSha256).toBe(sha256(whole));
});

test('consent that is withdrawn ends it: append says consent_required, and nothing is kept', async () => {
  const device = await openRecorder(server).record();
  const recording = await open().start(device.sessionId, WEBM, { everyMs: 0 });
  await recording.append(randomBytes(1_000));
  await vi.waitFor(() => expect(recording.waitingBytes).toBe(0));
  await device.call('PATCH', '/consent', { recording: 'revoked' });
  await recording.append(randomBytes(1_000));
  const refused: unknown = await recording.stop().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConflictError);
  expect(refused).toMatchObject({ code: 'consent_required' });
  expect(await openRecorder(server).rowOf(recording.url)).toMatchObject({ status: 'failed', sha256: null });
});

test('a start is idempotent: a recorder that was started anew gets the recording that it had begun', async () => {
  const { sessionId } = await openRecorder(server).record();
  const options = { idempotencyKey: `recorder-of-${sessionId}`, everyMs: 0 };
  const first = await open().start(sessionId, WEBM, options);
  await first.append(randomBytes(5_000));
  await vi.waitFor(() => expect(first.waitingBytes).toBe(0));
  const again = await open().start(sessionId, WEBM, options);
  expect([again.id, again.sentBytes]).toEqual([first.id, 5_000]);
});

test('the token of a media connection records its session, and tells of no other', async () => {
  const [own, other] = [await openRecorder(server).record(), await openRecorder(server).record()];
  const { token } = await server.client.sessions.createMediaConnection(own.sessionId);
  const recording = await open({ token }).start(own.sessionId, WEBM);
  await recording.append(randomBytes(1_000));
  expect((await recording.stop()).status).toBe('pending');
  const refused = open({ token }).start(other.sessionId, WEBM);
  await expect(refused).rejects.toMatchObject({ code: 'not_found' });
});
