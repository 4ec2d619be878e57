import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { encodeMetadata } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { NOTHING, openPeople } from '../../testing/open-people.ts';
import { CONSENT_TEXT_VERSION } from './exports/consent-text-version.ts';

let server: TestServer;
let people: ReturnType<typeof openPeople>;
beforeAll(async () => {
  server = await startTestServer();
  people = openPeople(server);
});
afterAll(() => server.close());

describe('consent is per participant and per matter', () => {
  test('each matter is answered on its own, and the device is told its own answers', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    expect(await people.answer(device, { microphone: 'granted', recording: 'denied' })).toMatchObject({
      status: 200,
      body: { ...NOTHING, microphone: 'granted', recording: 'denied' },
    });
    expect((await other.call('GET', '/session')).body['consent_state']).toEqual(NOTHING);
    expect((await (await device.rejoin()).call('GET', '/session')).body['consent_state']).toMatchObject({
      microphone: 'granted',
    });
  });

  test('operators see the answers of each participant', async () => {
    const device = await joinSession(server);
    await people.joinBeside(device);
    await people.answer(device, { camera: 'granted', gps: 'denied' });
    const { data } = await server.client.participants.list(device.sessionId);
    expect(data.map(({ consent_state }) => consent_state)).toEqual([
      NOTHING,
      { ...NOTHING, camera: 'granted', gps: 'denied' },
    ]);
  });

  test('the chain has each change with whose it is, and the version and the language of the texts', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    await people.answer(device, { camera: 'granted' });
    await people.answer(other, { camera: 'granted', gps: 'denied', text_version: 'acme-7.2', locale: 'de' });
    await people.answer(other, { camera: 'granted', text_version: 'acme-7.3' });
    const { locale } = await server.client.sessions.get(device.sessionId);
    expect(await people.entriesOf(device, 'consent.changed')).toEqual([
      {
        participant_id: device.participantId,
        camera: 'granted',
        text_version: CONSENT_TEXT_VERSION,
        locale,
      },
      {
        participant_id: other.participantId,
        camera: 'granted',
        gps: 'denied',
        text_version: 'acme-7.2',
        locale: 'de',
      },
    ]);
  });

  test.each([
    ['a version with words in it', { text_version: 'asked Ada Rossi' }, 'body.text_version'],
    ['a language that there is not', { locale: 'tlh' }, 'body.locale'],
    ['a matter that there is not', { smell: 'granted' }, 'body'],
  ])('%s is refused, and nothing changes', async (_what, body, path) => {
    const device = await joinSession(server);
    expect(await people.answer(device, { camera: 'granted', ...body })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', errors: [{ path: expect.stringContaining(path) }] },
    });
    expect((await device.call('GET', '/session')).body['consent_state']).toEqual(NOTHING);
  });

  test('a reissue asks nobody anew: what the person answered stands', async () => {
    const device = await joinSession(server);
    await people.answer(device, { camera: 'granted', recording: 'granted' });
    const reissued = await server.client.participants.reissue(device.sessionId, device.participantId);
    expect(reissued.consent_state).toEqual({ ...NOTHING, camera: 'granted', recording: 'granted' });
    const { body } = await joinByLink(reissued.join_url, { userAgent: 'a new phone' });
    expect(body.consent_state).toEqual(reissued.consent_state);
    expect(await people.shownOf(device)).toMatchObject({ camera: 'granted' });
  });
});

describe('the session shows the weakest answer of those who joined', () => {
  test('revoked, denied, pending, granted, in this order, each matter on its own', async () => {
    const device = await joinSession(server);
    await people.answer(device, { camera: 'granted', gps: 'granted' });
    expect(await people.shownOf(device)).toEqual({ camera: 'granted', gps: 'granted' });
    const other = await people.joinBeside(device);
    expect(await people.shownOf(device)).toEqual({ camera: 'pending', gps: 'pending' });
    await people.answer(other, { camera: 'denied', gps: 'granted' });
    expect(await people.shownOf(device)).toEqual({ camera: 'denied', gps: 'granted' });
    await people.answer(device, { camera: 'revoked', microphone: 'denied', recording: 'denied' });
    expect(await people.shownOf(device)).toEqual({ camera: 'revoked', gps: 'granted' });
    await people.answer(device, { camera: 'granted' });
    await people.answer(other, { camera: 'granted' });
    expect(await people.shownOf(device)).toEqual({ camera: 'granted', gps: 'granted' });
  });

  test('who is invited and has not joined counts for nothing', async () => {
    const device = await joinSession(server);
    await server.client.participants.create(device.sessionId);
    await people.answer(device, { camera: 'granted' });
    expect(await people.shownOf(device)).toEqual({ camera: 'granted', gps: 'pending' });
  });

  test('of 2 answers at once both count', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    await Promise.all([
      people.answer(device, { camera: 'granted' }),
      people.answer(other, { camera: 'denied' }),
    ]);
    expect(await people.shownOf(device)).toMatchObject({ camera: 'denied' });
    await Promise.all([people.answer(device, { gps: 'granted' }), people.answer(other, { gps: 'granted' })]);
    expect(await people.shownOf(device)).toMatchObject({ gps: 'granted' });
  });
});

describe('evidence is judged by its uploader’s own consent', () => {
  test('one revokes the camera, and the other goes on', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    await people.answer(device, { camera: 'granted' });
    expect(await people.photograph(other)).toMatchObject({ status: 409, body: { code: 'consent_required' } });
    await people.answer(other, { camera: 'granted' });
    await people.answer(device, { camera: 'revoked' });
    expect(await people.photograph(device)).toMatchObject({
      status: 409,
      body: { code: 'consent_required', detail: expect.stringContaining('is revoked') },
    });
    expect(await people.photograph(other)).toMatchObject({ status: 201 });
  });

  test('the place of a photo is kept by whose photo it is', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    await people.answer(device, { camera: 'granted', gps: 'granted' });
    await people.answer(other, { camera: 'granted', gps: 'denied' });
    expect(await people.photograph(device, '?lat=1.5&lon=2.5')).toMatchObject({
      status: 201,
      body: { gps: { lat: 1.5, lon: 2.5 } },
    });
    expect(await people.photograph(other, '?lat=1.5&lon=2.5')).toMatchObject({
      status: 201,
      body: { gps: null },
    });
  });

  test('what one withdraws ends their uploads under way, and nobody else’s', async () => {
    const device = await joinSession(server);
    const other = await people.joinBeside(device);
    const begin = async (by: JoinedDevice) => {
      await people.answer(by, { camera: 'granted', gps: 'granted' });
      return fetch(`${server.baseUrl}/v1/field/uploads`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${by.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': '1000',
          'upload-metadata': encodeMetadata({ filetype: 'image/jpeg', lat: '1.5', lon: '2.5' }),
        },
      });
    };
    const [own, theirs] = [await begin(device), await begin(other)];
    const positionOf = async (response: Response) =>
      (
        await server.context.database.prisma.evidence.findFirstOrThrow({
          where: { id: response.headers.get('location')!.split('/').at(-1)! },
        })
      ).lat_e7;
    await people.answer(device, { gps: 'revoked' });
    expect([await positionOf(own), await positionOf(theirs)]).toEqual([null, 15_000_000]);
    await people.answer(device, { camera: 'denied' });
    expect(await people.fateOf(own)).toMatchObject({ status: 'failed', failure_code: 'consent_required' });
    expect(await people.fateOf(theirs)).toMatchObject({ status: 'uploading', failure_code: null });
  });

  test('a photo that waits for the session while its consent is withdrawn is judged by the answer of then', async () => {
    const device = await joinSession(server);
    await people.answer(device, { camera: 'granted' });
    let photographed: ReturnType<typeof people.photograph> | undefined;
    await server.context.database.prisma.$transaction(async (db) => {
      await db.$executeRaw`
        update participants set consent_camera = 'revoked' where id = ${device.participantId}::uuid`;
      photographed = people.photograph(device);
      await waitForLock(server.context);
    });
    expect(await photographed).toMatchObject({ status: 409, body: { code: 'consent_required' } });
  });

  test('of 8 photos and a withdrawal at once, what is recorded came before it', async () => {
    const device = await joinSession(server);
    await people.answer(device, { camera: 'granted' });
    const photos = Array.from({ length: 8 }, () => people.photograph(device));
    const revoked = people.answer(device, { camera: 'revoked' });
    for (const { status } of await Promise.all(photos)) expect([201, 409]).toContain(status);
    expect((await revoked).status).toBe(200);
    const entries = await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: device.sessionId },
      orderBy: { sequence: 'asc' },
    });
    const kinds = entries.map(({ kind }) => kind);
    expect(kinds.slice(kinds.lastIndexOf('consent.changed'))).not.toContain('evidence.captured');
  });
});
