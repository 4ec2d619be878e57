import { VERSIONED_ROOT } from '@field-inspection/contract';
import { verifyCommitment } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
let device: JoinedDevice;
let photo: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted' });
  const { body } = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  photo = String(body['id']);
});

const prisma = () => server.context.database.prisma;
const root = VERSIONED_ROOT;
type More = { id?: string; headers?: Record<string, string>; apiKey?: string };
const say = (body: object, { id = photo, ...more }: More = {}) =>
  callApi(server, `POST /evidence/${device.sessionId}/files/${id}/finding`, { root, body, ...more });
const read = async () => {
  const { data } = await server.client.evidence.list({ session_id: device.sessionId });
  return data.find(({ id }) => id === photo)!.finding;
};
const end = async () => {
  await server.client.sessions.end(device.sessionId);
  server.clock.advance(server.context.config.uploadGraceMs);
  await runDueJobs(server.context);
};

it('is null until it is said of a photo, shown with its author and time after that, and sent as an event', async () => {
  expect(await read()).toBeNull();
  const { status, body } = await say({ text: 'Two tiles are broken.' });
  const finding = {
    text: 'Two tiles are broken.',
    author: 'operator@example.com',
    set_at: server.clock.now().toISOString(),
  };
  expect([status, body]).toMatchObject([200, { id: photo, kind: 'photo', finding }]);
  expect(await read()).toEqual(finding);
  const events = await prisma().event.findMany({
    where: { session_id: device.sessionId, type: 'evidence.finding' },
  });
  expect(events.map(({ data }) => data)).toEqual([body]);
});

it('is an entry of the chain while that grows and of the addenda after that, with its words and its author as commitments', async () => {
  await say({ text: 'Ada left the hatch open.' });
  await end();
  await say({ text: 'Bob closed it.' });
  const where = { session_id: device.sessionId, kind: 'evidence.finding' };
  const [entries, addenda] = [
    await prisma().auditEntry.findMany({ where }),
    await prisma().addendaEntry.findMany({ where }),
  ];
  expect([entries.length, addenda.length]).toEqual([1, 1]);
  expect(JSON.stringify([entries, addenda])).not.toMatch(/Ada|Bob|operator@/);
  const { evidence_id, credential_id, finding } = addenda[0]!.payload as Record<string, string>;
  expect(evidence_id).toBe(photo);
  expect(credential_id).toMatch(/^[0-9a-f-]{36}$/);
  const { salt, value } = await prisma().addendaDisclosure.findFirstOrThrow({
    where: { session_id: device.sessionId, field: 'finding' },
  });
  expect(value).toBe('Bob closed it.');
  expect(await verifyCommitment({ commitment: finding!, salt, value: value as string })).toBe(true);
});

it('may be said again, and an empty one takes it back', async () => {
  await say({ text: 'Dry.' });
  server.clock.advance(1_000);
  await say({ text: 'Damp.' });
  expect(await read()).toMatchObject({ text: 'Damp.', set_at: server.clock.now().toISOString() });
  expect((await say({ text: ' ' })).body.finding).toBeNull();
  expect(await read()).toBeNull();
});

it('is said once by 10 calls at once under one key', async () => {
  const headers = { 'idempotency-key': 'finding-1' };
  await Promise.all(Array.from({ length: 10 }, () => say({ text: 'Dry.' }, { headers })));
  expect(
    await prisma().auditEntry.count({ where: { session_id: device.sessionId, kind: 'evidence.finding' } }),
  ).toBe(1);
});

it('is not shown to the person on site', async () => {
  await say({ text: 'Two tiles are broken.' });
  const { body } = await device.call('GET', '/evidence');
  expect((body['data'] as { finding: unknown }[]).map(({ finding }) => finding)).toEqual([null]);
});

it('410: is erased by a redaction, and not said after it', async () => {
  await say({ text: 'Ada left the hatch open.' });
  await end();
  await server.client.sessions.redact(device.sessionId);
  await runDueJobs(server.context);
  const row = await prisma().evidence.findFirstOrThrow({ where: { id: photo } });
  expect([row.finding, row.finding_author, row.finding_set_at]).toEqual(['', '', null]);
  expect(outcomeOf(await say({ text: 'Dry.' }))).toBe('410 session.redacted');
});

it.each([
  ['no text', {}],
  ['a text of 1 001 characters', { text: 'x'.repeat(1_001) }],
])('400: %s is refused by name', async (_, body) => {
  const reply = await say(body);
  expect(outcomeOf(reply)).toBe('400 validation_error');
  expect(reply.body.errors.map((part) => part.path)).toEqual(['body.text']);
});

it('404: is not said of what is no photo, of a photo of another session, and of one of another organisation', async () => {
  const board = await device.call('POST', '/whiteboards', {
    title: 'Crack',
    drawing: {
      width: 480,
      height: 640,
      strokes: [
        {
          tool: 'line',
          color: '#d92d20',
          size: 8,
          points: [
            [0, 0],
            [9, 9],
          ],
        },
      ],
    },
  });
  const { id } = await prisma().evidence.findFirstOrThrow({
    where: { whiteboard_id: String(board.body['id']) },
  });
  expect(outcomeOf(await say({ text: 'Dry.' }, { id }))).toBe('404 not_found');
  const { id: sessionId } = await server.client.sessions.create();
  const elsewhere = `POST /evidence/${sessionId}/files/${photo}/finding`;
  expect(outcomeOf(await callApi(server, elsewhere, { root, body: { text: 'Dry.' } }))).toBe('404 not_found');
  const { apiKey } = await seedOrganisation(server.context);
  expect(outcomeOf(await say({ text: 'Dry.' }, { apiKey }))).toBe('404 not_found');
});
