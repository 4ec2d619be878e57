import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCredential } from '../../testing/create-credential.ts';
import { openRecorder } from '../../testing/open-recorder.ts';
import { revokeCredential } from '../../testing/revoke-credential.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { sendHalf } from '../../testing/send-half.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { ABANDONED_AFTER_MS, sweepUploads } from './sweep-uploads.job.ts';

let server: TestServer;
let recorder: ReturnType<typeof openRecorder>;
beforeAll(async () => {
  server = await startTestServer();
  recorder = openRecorder(server);
});
afterAll(() => server.close());

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test('a consent that is withdrawn ends the feeding: each part after that is 409 consent_required, and nothing is kept', async () => {
  const device = await recorder.record();
  const { url } = await recorder.begin(device.sessionId);
  await recorder.feed(url, { offset: 0, body: randomBytes(1_000) });
  await device.call('PATCH', '/consent', { recording: 'revoked' });
  for (const state of ['live', 'ended']) {
    const refused = await recorder.feed(url, { offset: 1_000, body: randomBytes(1_000) });
    expect([state, refused.status, await codeOf(refused)]).toEqual([state, 409, 'consent_required']);
    if (state === 'live') await server.client.sessions.end(device.sessionId);
  }
  await runDueJobs(server.context);
  expect(await recorder.rowOf(url)).toMatchObject({ status: 'failed', sha256: null });
  const where = { session_id: device.sessionId, kind: 'evidence.captured' };
  expect(await server.context.database.prisma.auditEntry.count({ where })).toBe(0);
});

test('a consent that is withdrawn while a part is on its way refuses the part', async () => {
  const device = await recorder.record();
  const { url } = await recorder.begin(device.sessionId);
  const underWay = sendHalf(url, {
    method: 'PATCH',
    token: server.seed.apiKey,
    headers: { 'tus-resumable': '1.0.0', ...recorder.partHeaders({ offset: 0 }) },
    body: randomBytes(2_000),
  });
  await underWay.judged;
  await device.call('PATCH', '/consent', { recording: 'revoked' });
  expect(await underWay.finish()).toEqual({ status: 409, code: 'consent_required' });
});

test('a location that is withdrawn while a recording is fed is not kept, and the recording goes on', async () => {
  const device = await recorder.record();
  const { url } = await recorder.begin(device.sessionId);
  await device.call('PATCH', '/consent', { gps: 'revoked' });
  expect(await recorder.rowOf(url)).toMatchObject({ status: 'uploading', keeps_place: false });
  expect((await recorder.feed(url, { offset: 0, body: randomBytes(1_000) })).status).toBe(204);
});

test('an invite that is revoked lets its person no more in, and does not end the recording that they had granted', async () => {
  const device = await recorder.record();
  const { url } = await recorder.begin(device.sessionId);
  await recorder.feed(url, { offset: 0, body: randomBytes(1_000) });
  await server.client.participants.revoke(device.sessionId, device.participantId);
  expect((await device.call('GET', '/session')).status).toBe(401);
  expect((await recorder.feed(url, { offset: 1_000, body: randomBytes(10), length: 1_010 })).status).toBe(
    204,
  );
});

test('each part is judged by its own key: one that is revoked brings no more, another one goes on', async () => {
  const { id, api_key: apiKey } = await createCredential(server.context, {
    organisationId: server.seed.organisationId,
    scopes: ['sessions:write'],
    operatorEmail: 'recorder@example.com',
    name: 'recorder',
  });
  const first = openRecorder(server, apiKey);
  const { sessionId } = await first.record();
  const { url } = await first.begin(sessionId);
  expect((await first.feed(url, { offset: 0, body: randomBytes(1_000) })).status).toBe(204);
  await revokeCredential(server.context, { credentialId: id });
  const refused = await first.feed(url, { offset: 1_000, body: randomBytes(1_000) });
  expect([refused.status, await codeOf(refused)]).toEqual([401, 'unauthenticated']);
  const rest = await recorder.feed(url, { offset: 1_000, body: randomBytes(500), length: 1_500 });
  expect([rest.status, rest.headers.get('evidence-status')]).toEqual([204, 'pending']);
});

test('a recording that is fed has a greatest length, whether its parts tell theirs, it is told, or neither', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  const most = 4 * 1024 ** 3;
  await recorder.feed(url, { offset: 0, body: randomBytes(1_000) });
  const told = await recorder.feed(url, { offset: 1_000, body: Buffer.alloc(1), length: most + 1 });
  expect([told.status, await codeOf(told)]).toEqual([413, 'payload_too_large']);
  const part = request(url, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${server.seed.apiKey}`,
      'tus-resumable': '1.0.0',
      ...recorder.partHeaders({ offset: 1_000 }),
      'content-length': most,
    },
  });
  part.on('error', () => {});
  part.flushHeaders();
  const status = await new Promise((resolve) => part.on('response', ({ statusCode }) => resolve(statusCode)));
  part.destroy();
  expect(status).toBe(413);
  expect(await recorder.offsetOf(url)).toBe('1000');
});

test('a recording that is fed takes the room of the greatest, and gives back what it did not need', async () => {
  const usedBy = async (sessionId: string) => {
    const where = { organisation_id: server.seed.organisationId, subject_id: sessionId };
    const use = await server.context.database.prisma.roomUse.findFirst({ where });
    return [use?.items, Number(use?.bytes)];
  };
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  await recorder.feed(url, { offset: 0, body: randomBytes(1_000) });
  expect(await usedBy(sessionId)).toEqual([1, 4 * 1024 ** 3]);
  await server.client.sessions.end(sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
  expect(await usedBy(sessionId)).toEqual([1, 1_000]);
});

test('one that is fed for a day is cut, and says that another one must begin', async () => {
  const { sessionId } = await recorder.record();
  const { url } = await recorder.begin(sessionId);
  const bytes = randomBytes(1_000);
  await recorder.feed(url, { offset: 0, body: bytes });
  server.clock.advance(ABANDONED_AFTER_MS + 1);
  for (const moment of ['before the sweep', 'after it']) {
    const late = await recorder.feed(url, { offset: 1_000, body: randomBytes(10) });
    expect([moment, late.status, await codeOf(late)]).toEqual([moment, 413, 'payload_too_large']);
    await sweepUploads.run(server.context, {});
  }
  expect((await recorder.contentOf(url)).equals(bytes)).toBe(true);
});
