import { createHash } from 'node:crypto';
import type { MintedInvite } from '@field-inspection/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameContent } from '../../../platform/object-store/object-key.ts';
import { filmWebm } from '../../../testing/film-webm.ts';
import { joinByLink } from '../../../testing/join-by-link.ts';
import { joinSession, openDevice } from '../../../testing/join-session.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import type { TestServer } from '../../../testing/start-test-server.ts';
import { takePhoto } from '../../../testing/take-photo.ts';
import { readReportInput } from './read-report-input.ts';
import { DRAWING, endSession, inspectHouse, startReportServer } from '../../../testing/inspect-house.ts';

let server: TestServer;
let house: Awaited<ReturnType<typeof inspectHouse>>;
let startedAt: number;
beforeAll(async () => {
  server = await startReportServer();
  startedAt = server.clock.now().getTime();
  house = await inspectHouse(server);
  await endSession(server, house.sessionId);
});
afterAll(() => server.close());

const ORDER = {
  createdAt: '2026-11-20T12:00:00.000Z',
  locale: 'de',
  variant: { auditTrail: 'printed', photos: 'full' },
} as const;
const read = (sessionId: string, organisationId = server.seed.organisationId) =>
  readReportInput(server.context, { ...ORDER, organisationId, sessionId });

const prisma = () => server.context.database.prisma;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const after = (seconds: number) => new Date(startedAt + seconds * 1000).toISOString();
const ended = () => after(10);

test('the input of a session is what happened in it, field by field', async () => {
  const {
    photos,
    whiteboards,
    recordings,
    signature,
    auditTrail: _,
    chain,
    ...input
  } = await read(house.sessionId);
  const [last] = await prisma().auditEntry.findMany({
    where: { session_id: house.sessionId },
    orderBy: { sequence: 'desc' },
    take: 1,
  });
  expect(input).toEqual({
    createdAt: ORDER.createdAt,
    locale: 'de',
    timeZone: 'UTC',
    variant: ORDER.variant,
    organisation: { name: 'Acme Inspections', logo: null, color: null },
    session: {
      id: house.sessionId,
      status: 'closed',
      reference: 'CLM-2026-004711',
      type: 'Storm damage, roof',
      siteAddress: 'Via Torino 12, 20123 Milano',
      notes: 'Leak under the ridge, north side.\nThe owner reports water in the attic.',
      scheduledFor: null,
      startedAt: after(4),
      endedAt: ended(),
    },
    operator: 'operator@example.com',
    participants: [{ name: 'Ada Lovelace', role: 'field', joinedAt: after(4), leftAt: after(9) }],
    consent: { camera: 'granted', microphone: 'pending', gps: 'revoked', recording: 'granted' },
    shots: [],
    outcome: null,
    anchors: [],
    baseUrl: server.baseUrl,
  });
  expect(chain).toEqual({ head: last!.hash, length: last!.sequence });
  const { placed, bare, annotation } = house;
  expect(photos).toMatchObject([
    {
      sha256: placed['sha256'],
      capturedAt: '2026-11-20T10:32:05.000Z',
      receivedAt: placed['received_at'],
      slot: 'Ridge',
      location: { lat: 45.4642, lon: 9.19, accuracy: 4.6 },
      annotations: [
        {
          sha256: annotation['sha256'],
          capturedAt: null,
          receivedAt: annotation['received_at'],
          placement: 'beside',
          picture: { mime: 'image/jpeg' },
        },
      ],
    },
    {
      sha256: bare['sha256'],
      capturedAt: '2026-11-20T09:00:00.000Z',
      slot: '',
      location: null,
      annotations: [],
    },
  ]);
  const [second] = await prisma().evidence.findMany({
    where: { whiteboard_id: house.whiteboardId, version: 2 },
  });
  expect(whiteboards).toMatchObject([
    { title: 'Crack at the chimney', version: 2, sha256: second!.sha256, picture: { mime: 'image/png' } },
  ]);
  expect(signature).toMatchObject({
    name: 'Ada Lovelace',
    statement: 'I was there, and what was captured is complete.',
    signedAt: after(9),
    sha256: house.signature['sha256'],
    picture: { mime: 'image/png' },
  });
  expect(recordings).toEqual([
    {
      mime: 'video/webm',
      byteSize: 1000,
      sha256: sha256(filmWebm(1000)),
      durationMs: null,
      receivedAt: expect.stringMatching(/Z$/) as string,
    },
  ]);
});

test('every entry of the chain is in the audit trail, in words that the report knows, with names and numbers', async () => {
  const { auditTrail, chain } = await read(house.sessionId);
  const name = 'Ada Lovelace';
  expect(auditTrail.map(({ sequence: _, occurredAt: __, ...event }) => event)).toEqual([
    { kind: 'session.created' },
    { kind: 'participant.invited', name: '' },
    { kind: 'participant.revoked', name: '' },
    { kind: 'session.updated', changes: ['notes', 'locale'] },
    { kind: 'participant.invited', name },
    { kind: 'participant.reissued', name },
    { kind: 'otp.refused', name, attempt: 1 },
    { kind: 'participant.joined', name },
    { kind: 'consent.changed', name, camera: 'granted', gps: 'granted', recording: 'granted' },
    { kind: 'evidence.captured', piece: 'photo', number: '1' },
    { kind: 'consent.changed', name, gps: 'revoked' },
    { kind: 'evidence.captured', piece: 'photo', number: '2' },
    { kind: 'evidence.captured', piece: 'whiteboard', number: '1' },
    { kind: 'evidence.captured', piece: 'annotation', number: '1.1' },
    { kind: 'evidence.captured', piece: 'whiteboard', number: '1' },
    { kind: 'recording.started' },
    { kind: 'evidence.captured', piece: 'recording', number: '1' },
    { kind: 'recording.stopped' },
    { kind: 'evidence.captured', piece: 'signature', number: '' },
    { kind: 'participant.left', name },
    { kind: 'session.ended' },
  ]);
  expect(auditTrail.map(({ sequence }) => sequence)).toEqual(auditTrail.map((_, index) => index + 1));
  expect(auditTrail).toHaveLength(chain.length);
  expect([auditTrail[0]!.occurredAt, auditTrail.at(-1)!.occurredAt]).toEqual([after(0), ended()]);
});

test('what was asked for is there with what came of it, the outcome, the logo, and times in the organisation’s zone', async () => {
  const { client } = server;
  await client.org.update({ time_zone: 'Europe/Oslo' });
  await client.branding.update({ display_name: 'Nordic Surveyors' });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10"/></svg>';
  await client.branding.setLogo({ image: Buffer.from(svg).toString('base64') });
  const { id: sessionId } = await client.sessions.create({
    shots: [
      { slot: 'roof', label: { en: 'The roof', de: 'Das Dach' } },
      { slot: 'meter', label: { en: 'The meter' } },
      { slot: 'attic', label: { de: 'Der Dachboden' }, required: false },
    ],
  });
  const invite = (await client.participants.create(sessionId, {})) as MintedInvite;
  const { body } = await joinByLink(invite.join_url);
  const device = openDevice(server.baseUrl, {
    sessionId,
    participantId: invite.id,
    token: body.field_session_token,
    rejoin: () => Promise.reject(new Error('not here')),
  });
  await device.call('PATCH', '/consent', { camera: 'granted' });
  for (const slot of ['', 'roof', 'roof'])
    await device.send(`/photos?slot=${slot}`, await takePhoto(), { 'content-type': 'image/jpeg' });
  await endSession(server, sessionId);
  await client.sessions.setOutcome(sessionId, { outcome: 'rejected', note: 'No meter.' });
  const input = await read(sessionId);
  const first = input.photos.findIndex(({ slot }) => slot === 'roof') + 1;
  expect(input.shots).toEqual([
    {
      slot: 'roof',
      label: 'Das Dach',
      required: true,
      evidence: [first, first + 1].map((number) => ({ kind: 'photo', number })),
    },
    { slot: 'meter', label: 'The meter', required: true, evidence: [] },
    { slot: 'attic', label: 'Der Dachboden', required: false, evidence: [] },
  ]);
  expect(input.outcome).toMatchObject({ outcome: 'rejected', note: 'No meter.' });
  expect(input.timeZone).toBe('Europe/Oslo');
  const { logo, name } = input.organisation;
  const { format, width } = await sharp(logo!.bytes).metadata();
  expect([name, logo!.mime, format, width]).toEqual(['Nordic Surveyors', 'image/png', 'png', 1024]);
});

test('a name that the chain discloses no more is in no entry', async () => {
  const { sessionId } = await inspectHouse(server);
  await endSession(server, sessionId);
  await prisma().auditDisclosure.deleteMany({ where: { session_id: sessionId } });
  const { auditTrail, signature } = await read(sessionId);
  expect(signature).toMatchObject({ name: '', statement: '' });
  expect(JSON.stringify(auditTrail)).not.toContain('Ada');
  expect(auditTrail).toContainEqual(expect.objectContaining({ kind: 'participant.joined', name: '' }));
});

describe('a picture', () => {
  test('is the display version: without the place that the original holds', async () => {
    const { photos } = await read(house.sessionId);
    for (const { picture, sha256: original } of photos) {
      expect(sha256(picture!.bytes)).not.toBe(original);
      const { exif, width, height } = await sharp(picture!.bytes).metadata();
      expect([exif, height! > width!]).toEqual([undefined, true]);
    }
  });

  test('of a drawing is shown without the stamp below it, which says what the caption says', async () => {
    const { photos, whiteboards } = await read(house.sessionId);
    for (const { picture } of [photos[0]!.annotations[0]!, whiteboards[0]!]) {
      const { width, height } = await sharp(Buffer.from(picture!.bytes)).metadata();
      // The annotation is 480 by 640 units, the second version of the whiteboard 800 by 640.
      const canvas = width === 1536 ? [1536, 2048] : [2048, 1638];
      expect([picture!.shown!.width * width!, picture!.shown!.height * height!]).toEqual(canvas);
      expect(height).toBeGreaterThan(canvas[1]!);
    }
  });

  test('of a drawing is made for the report when no job has made it yet, and kept', async () => {
    const device = await joinSession(server);
    await device.call('POST', '/whiteboards', { title: '', drawing: DRAWING });
    await server.client.sessions.end(device.sessionId);
    await server.context.database.pool.query(
      "delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'picture-drawing'",
    );
    await endSession(server, device.sessionId);
    const { whiteboards } = await read(device.sessionId);
    const { derivatives } = await prisma().evidence.findFirstOrThrow({
      where: { session_id: device.sessionId },
      include: { derivatives: true },
    });
    expect(derivatives.map((each) => each.sha256)).toEqual([sha256(whiteboards[0]!.picture!.bytes)]);
  });

  test('that is lost, or is not the one that was kept, is left out, and costs nothing else', async () => {
    const device = await joinSession(server);
    await device.call('PATCH', '/consent', { camera: 'granted' });
    for (let count = 0; count < 3; count += 1) {
      await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
    }
    await endSession(server, device.sessionId);
    const displays = await prisma().evidenceDerivative.findMany({
      where: { evidence: { session_id: device.sessionId }, variant: 'display' },
      orderBy: { evidence: { created_at: 'asc' } },
    });
    const keys = displays.map((row) =>
      nameContent({ organisationId: row.organisation_id, ownerId: row.evidence_id }, row.sha256),
    );
    await server.context.objects.delete(keys[0]!);
    await server.context.objects.put(keys[1]!, Buffer.from('another picture'));
    const { photos } = await read(device.sessionId);
    const shown = new Map(photos.map(({ picture, sha256: original }) => [original, picture !== null]));
    const originals = await prisma().evidence.findMany({ where: { session_id: device.sessionId } });
    const shownOf = (evidenceId: string) => shown.get(originals.find(({ id }) => id === evidenceId)!.sha256!);
    expect(displays.map(({ evidence_id }) => shownOf(evidence_id))).toEqual([false, false, true]);
  });

  test('is no reason for a report without any while the object store is down', async () => {
    const down = () => Promise.reject(new Error('no store'));
    const objects = { ...server.context.objects, get: down, check: down };
    const order = { ...ORDER, organisationId: server.seed.organisationId, sessionId: house.sessionId };
    await expect(readReportInput({ ...server.context, objects }, order)).rejects.toThrow('no store');
  });
});

test('another organisation’s session is as missing as one that never was', async () => {
  const stranger = await seedOrganisation(server.context);
  for (const [sessionId, organisationId] of [
    [house.sessionId, stranger.organisationId],
    [server.context.ids.next(), server.seed.organisationId],
  ] as const) {
    await expect(read(sessionId, organisationId)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('while the chain still grows there is no input', async () => {
  const { sessionId } = await joinSession(server);
  await expect(read(sessionId)).rejects.toMatchObject({ code: 'evidence_not_ready' });
});
