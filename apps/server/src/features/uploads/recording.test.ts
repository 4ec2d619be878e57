import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LostOrderError } from '../../platform/concurrency/lost-order-error.ts';
import { copyRecording, copyRecordings } from '../../testing/copy-recordings.ts';
import type { RemuxOutcome } from './remux/remux-video.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let remuxed: RemuxOutcome | 'lost' = { ok: true };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      decoding: copyRecordings(async (order) => {
        if (remuxed === 'lost') throw new LostOrderError('The host is too busy.');
        return remuxed.ok ? copyRecording(order) : remuxed;
      }),
    },
  );
});
afterAll(() => server.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const record = async (): Promise<JoinedDevice> => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { recording: 'granted', gps: 'granted' });
  await server.client.sessions.startRecording(device.sessionId);
  return device;
};

const call = (method: string, url: string, headers: Record<string, string>, body?: Uint8Array) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${server.seed.apiKey}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body: Buffer.from(body) } : {}),
  });

const begin = async (sessionId: string, filetype = 'video/webm;codecs=vp8,opus') => {
  const encode = (value: string) => Buffer.from(value).toString('base64');
  const response = await call('POST', `${server.baseUrl}/v1/field/uploads`, {
    'upload-defer-length': '1',
    'upload-metadata': `filetype ${encode(filetype)},session ${encode(sessionId)}`,
  });
  return { response, url: response.headers.get('location') ?? '' };
};

const patch = (url: string, offset: number, body: Uint8Array, headers: Record<string, string> = {}) =>
  call(
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    body,
  );

const rowOf = (url: string) =>
  server.context.database.prisma.evidence.findFirstOrThrow({
    where: { id: url.split('/').at(-1)! },
    include: { derivatives: true },
  });

const eventsOf = async (sessionId: string) =>
  (await server.context.database.prisma.event.findMany({ where: { session_id: sessionId } })).map(
    ({ type }) => type,
  );

test('the operator’s recording is uploaded while it grows, hashed as it came, and ready once it is processed', async () => {
  remuxed = { ok: true };
  const { sessionId } = await record();
  const chunks = [randomBytes(70_000), randomBytes(50_000), randomBytes(30_000)];
  const whole = Buffer.concat(chunks);
  const { url } = await begin(sessionId);
  await patch(url, 0, chunks[0]!);
  await patch(url, 70_000, chunks[1]!);
  const last = await patch(url, 120_000, chunks[2]!, { 'upload-length': String(whole.length) });
  expect([last.status, last.headers.get('evidence-status')]).toEqual([204, 'pending']);
  await runDueJobs(server.context);
  const row = await rowOf(url);
  expect(row).toMatchObject({
    kind: 'recording',
    status: 'ready',
    sha256: sha256(whole),
    mime: 'video/webm',
  });
  expect(row.derivatives).toMatchObject([{ variant: 'display' }]);
  expect((await eventsOf(sessionId)).filter((type) => type === 'recording.ready')).toHaveLength(1);
});

test('a recording whose process the host ends is kept, and another try makes it playable', async () => {
  remuxed = 'lost';
  const { sessionId } = await record();
  const { url } = await begin(sessionId);
  const bytes = randomBytes(1000);
  await patch(url, 0, bytes, { 'upload-length': '1000' });
  await expect(runDueJobs(server.context)).rejects.toThrow('The host is too busy.');
  expect(await rowOf(url)).toMatchObject({ status: 'pending', sha256: sha256(bytes), failure_code: null });
  remuxed = { ok: true };
  await runDueJobs(server.context);
  expect(await rowOf(url)).toMatchObject({ status: 'ready', failure_code: null });
});

test('what is no video fails, and its bytes stay in the chain', async () => {
  remuxed = { ok: false, message: 'It has no pictures and no sound.' };
  const { sessionId } = await record();
  const { url } = await begin(sessionId);
  const bytes = randomBytes(1000);
  await patch(url, 0, bytes, { 'upload-length': '1000' });
  await runDueJobs(server.context);
  expect(await rowOf(url)).toMatchObject({
    status: 'failed',
    failure_code: 'not_playable',
    sha256: sha256(bytes),
  });
  expect(await eventsOf(sessionId)).not.toContain('recording.ready');
  // The whole of it has come: it is not asked for again.
  const again = await patch(url, 1000, bytes);
  expect([again.status, await again.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
});

test('a recording that was going on when the session ended is as long as what has arrived of it', async () => {
  remuxed = { ok: true };
  const { sessionId } = await record();
  const { url } = await begin(sessionId);
  const bytes = randomBytes(5000);
  await patch(url, 0, bytes);
  await server.client.sessions.end(sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
  expect(await rowOf(url)).toMatchObject({ status: 'ready', sha256: sha256(bytes), byte_size: 5000n });
  const kinds = await server.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
    select: { kind: true },
  });
  expect(kinds.map(({ kind }) => kind).slice(-4)).toEqual([
    'recording.started',
    'recording.stopped',
    'session.ended',
    'evidence.captured',
  ]);
});

test('revoking the recording ends its upload: nothing more of it is collected', async () => {
  const device = await record();
  const { url } = await begin(device.sessionId);
  await patch(url, 0, randomBytes(5000));
  await device.call('PATCH', '/consent', { recording: 'revoked' });
  expect((await patch(url, 5000, randomBytes(5000))).status).toBe(409);
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
  expect(await rowOf(url)).toMatchObject({ status: 'failed', sha256: null });
});

test('a recording of a session that nobody has joined is refused', async () => {
  const { id } = await server.client.sessions.create();
  const { response } = await begin(id);
  expect(await response.json()).toMatchObject({ status: 409, code: 'session.invalid_state' });
});

test('a key without recordings:read neither sees nor downloads recordings', async () => {
  remuxed = { ok: true };
  const { sessionId } = await record();
  const { url } = await begin(sessionId);
  await patch(url, 0, randomBytes(1000), { 'upload-length': '1000' });
  await runDueJobs(server.context);
  const { api_key: apiKey } = await createCredential(server.context, {
    organisationId: server.seed.organisationId,
    scopes: ['evidence:read'],
    operatorEmail: 'operator@example.com',
    name: 'reader',
  });
  const get = (path: string, key: string) =>
    fetch(`${server.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const list = `/v1/evidence?session_id=${sessionId}`;
  const listed = async (key: string) =>
    ((await (await get(list, key)).json()) as { data: object[] }).data.length;
  expect([await listed(apiKey), await listed(server.seed.apiKey)]).toEqual([0, 1]);
  const file = `/v1/evidence/${sessionId}/files/${url.split('/').at(-1)!}`;
  const statuses = await Promise.all([get(file, apiKey), get(file, server.seed.apiKey)]);
  expect(statuses.map(({ status }) => status)).toEqual([403, 200]);
});

test.each([
  ['another organisation’s session', '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01', 'video/webm', 404],
  ['a type that is no video', undefined, 'image/jpeg', 415],
])('%s is refused', async (_what, sessionId, filetype, status) => {
  const own = await record();
  const { response } = await begin(sessionId ?? own.sessionId, filetype);
  expect(response.status).toBe(status);
});
