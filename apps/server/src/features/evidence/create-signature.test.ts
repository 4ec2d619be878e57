import { createHash } from 'node:crypto';
import { commitValue, type CanonicalValue } from '@field-inspection/evidence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { readSignatures } from './exports/read-signatures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const STROKE = {
  tool: 'pen',
  color: '#1f2937',
  size: 4,
  points: [
    [40, 120],
    [180, 60, 500],
    [320, 130],
  ],
};
const SIGNED = {
  name: 'Ada Lovelace',
  statement: 'I was there, and what was captured is complete.',
  locale: 'en',
  drawing: { width: 600, height: 200, strokes: [STROKE] },
};

const sign = (device: JoinedDevice, body: object = {}, headers: Record<string, string> = {}) =>
  device.call('POST', '/signature', { ...SIGNED, ...body }, headers);

const prisma = () => server.context.database.prisma;
const entriesOf = ({ sessionId }: JoinedDevice) =>
  prisma().auditEntry.findMany({
    where: { session_id: sessionId, kind: 'evidence.captured' },
    orderBy: { sequence: 'asc' },
  });
const read = ({ sessionId }: JoinedDevice) =>
  readSignatures(server.context, { organisationId: server.seed.organisationId, sessionId });

test('what was drawn is evidence under the hash of its strokes, also without consent to the camera', async () => {
  const device = await joinSession(server);
  const { status, body } = await sign(device, { captured_at: '2026-11-20T09:00:00Z' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    session: device.sessionId,
    kind: 'signature',
    status: 'ready',
    mime: 'application/json',
    width: 600,
    height: 200,
    captured_at: '2026-11-20T09:00:00.000Z',
    received_at: server.clock.now().toISOString(),
  });
  const download = async (query = '') => {
    const url = `${server.baseUrl}/v1/evidence/${device.sessionId}/files/${String(body['id'])}${query}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${server.seed.apiKey}` } });
    return { mime: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const original = await download();
  expect(JSON.parse(original.bytes.toString())).toEqual(SIGNED.drawing);
  expect(createHash('sha256').update(original.bytes).digest('hex')).toBe(body['sha256']);
  expect((await download('?variant=display')).mime).toBe('image/png');
});

test('its entry in the chain holds the hash and the level, and commits to name and statement', async () => {
  const device = await joinSession(server);
  const { body } = await sign(device);
  const [entry] = await entriesOf(device);
  expect(entry!.payload).toMatchObject({
    evidence_id: body['id'],
    evidence_kind: 'signature',
    sha256: body['sha256'],
    level: 'SES',
    participant_id: device.participantId,
  });
  expect(JSON.stringify(entry!.payload)).not.toMatch(/Ada|complete/);
  const disclosures = await prisma().auditDisclosure.findMany({
    where: { session_id: device.sessionId, sequence: entry!.sequence },
    orderBy: { field: 'asc' },
  });
  expect(disclosures.map(({ field, value }) => [field, value])).toEqual([
    ['name', SIGNED.name],
    ['statement', { text: SIGNED.statement, locale: 'en' }],
  ]);
  for (const { field, salt, value } of disclosures) {
    const commitment = await commitValue({ salt, value: value as CanonicalValue });
    expect((entry!.payload as Record<string, unknown>)[field]).toBe(commitment);
  }
});

test('receivers hear of it as evidence, not as a picture of the site', async () => {
  const device = await joinSession(server);
  const { body } = await sign(device);
  const events = await prisma().event.findMany({
    where: { session_id: device.sessionId, type: { contains: 'evidence' } },
  });
  expect(events.map(({ type, data }) => [type, (data as { id: string }).id])).toEqual([
    ['evidence.created', body['id']],
  ]);
  expect(JSON.stringify(events)).not.toContain('Ada');
});

test('a repeated call under one Idempotency-Key signs once, another statement is a mistake', async () => {
  const device = await joinSession(server);
  const headers = { 'idempotency-key': 'signature-1' };
  const first = await sign(device, {}, headers);
  const replay = await sign(device, {}, headers);
  expect(replay.body).toEqual(first.body);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(await sign(device, { statement: 'Nothing is complete.' }, headers)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
  expect(await entriesOf(device)).toHaveLength(1);
});

test('after the end nothing is signed, and the chain freezes at once', async () => {
  const device = await joinSession(server);
  await server.client.sessions.end(device.sessionId);
  expect(await sign(device)).toMatchObject({ status: 409, body: { code: 'session.already_ended' } });
  await runDueJobs(server.context);
  expect(await sign(device)).toMatchObject({ status: 409, body: { code: 'session.already_ended' } });
  expect(await prisma().evidence.count({ where: { session_id: device.sessionId } })).toBe(0);
});

test('of a signature and an end at the same time, either it is refused or it is in the frozen chain', async () => {
  for (let round = 0; round < 8; round++) {
    const device = await joinSession(server);
    const [{ status }] = await Promise.all([sign(device), server.client.sessions.end(device.sessionId)]);
    await runDueJobs(server.context);
    const { frozen_at } = await prisma().auditChain.findFirstOrThrow({
      where: { session_id: device.sessionId },
    });
    expect(frozen_at).not.toBeNull();
    expect([status, (await entriesOf(device)).length]).toEqual(status === 201 ? [201, 1] : [409, 0]);
  }
});

test.each([
  ['no name', { name: undefined }, 'body.name'],
  ['a blank name', { name: ' \n ' }, 'body.name'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'body.name'],
  ['no statement', { statement: '' }, 'body.statement'],
  ['a locale that is none', { locale: 'xx' }, 'body.locale'],
  ['no stroke', { drawing: { ...SIGNED.drawing, strokes: [] } }, 'body.drawing.strokes'],
  [
    'a typed name',
    { drawing: { ...SIGNED.drawing, strokes: [{ ...STROKE, tool: 'text', points: [[1, 1]], text: 'Ada' }] } },
    'body.drawing.strokes',
  ],
])('400: %s is no signature', async (_what, body, path) => {
  const device = await joinSession(server);
  const reply = await sign(device, body);
  expect([reply.status, reply.body.code, reply.body.errors?.[0]?.path]).toEqual([
    400,
    'validation_error',
    path,
  ]);
  expect(await prisma().evidence.count({ where: { session_id: device.sessionId } })).toBe(0);
});

test('401: without a field_session_token nobody signs', async () => {
  const device = await joinSession(server);
  expect(await sign(device, {}, { authorization: `Bearer ${server.seed.apiKey}` })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});

test('each signature is kept, the last one last, and without its words once they are redacted', async () => {
  const device = await joinSession(server);
  await sign(device);
  server.clock.advance(1_000);
  const { body } = await sign(device, { name: 'Grace Hopper', statement: 'Visto.', locale: 'it-CH' });
  const statement = { text: 'Visto.', locale: 'it' };
  const signatures = await read(device);
  expect(signatures).toMatchObject([
    { name: 'Ada Lovelace', statement: { text: SIGNED.statement, locale: 'en' } },
    { name: 'Grace Hopper', statement, row: { id: body['id'], received_at: server.clock.now() } },
  ]);
  await prisma().auditDisclosure.deleteMany({ where: { session_id: device.sessionId } });
  expect(await read(device)).toEqual(signatures.map(({ row }) => ({ row, name: null, statement: null })));
});

test('the signatures of a session are read of its own organisation only', async () => {
  const device = await joinSession(server);
  await sign(device);
  const organisationId = server.context.ids.next();
  expect(await readSignatures(server.context, { organisationId, sessionId: device.sessionId })).toEqual([]);
});
