import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { joinSession, openDevice, type JoinedDevice } from '../../testing/join-session.ts';
import { encodeMetadata } from '../../testing/open-uploader.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { CONSENT_TEXT_VERSION } from './exports/consent-text-version.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NOTHING = { camera: 'pending', microphone: 'pending', gps: 'pending', recording: 'pending' };
const JPEG = { 'content-type': 'image/jpeg' };

/** One more person in the session of a device. */
const joinBeside = async ({ sessionId }: JoinedDevice): Promise<JoinedDevice> => {
  server.clock.advance(1);
  const invite = await server.client.participants.create(sessionId);
  const join = async (): Promise<JoinedDevice> => {
    const { body } = await joinByLink(invite.join_url, { userAgent: `phone of ${invite.id}` });
    const token = body.field_session_token;
    return openDevice(server.baseUrl, { sessionId, participantId: invite.id, token, rejoin: join });
  };
  return join();
};

const answer = (device: JoinedDevice, answers: object) => device.call('PATCH', '/consent', answers);
const shownOf = async ({ sessionId }: JoinedDevice) =>
  (await server.client.sessions.get(sessionId)).consent_state;
const statusOf = async ({ sessionId }: JoinedDevice) => (await server.client.sessions.get(sessionId)).status;
const entriesOf = async ({ sessionId }: JoinedDevice, kind: string) =>
  (
    await server.context.database.prisma.auditEntry.findMany({
      where: { session_id: sessionId, kind },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ payload }) => payload);
const photograph = async (device: JoinedDevice, query = '') =>
  device.send(`/photos${query}`, await takePhoto(), JPEG);
const startRecording = ({ sessionId }: JoinedDevice) =>
  Promise.resolve(server.client.sessions.startRecording(sessionId)).then(
    ({ status }) => status,
    (error: { code: string }) => error.code,
  );

const sendRecording = async ({ sessionId }: JoinedDevice): Promise<Response> =>
  fetch(`${server.baseUrl}/v1/field/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.seed.apiKey}`,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': encodeMetadata({ filetype: 'video/webm', session: sessionId }),
    },
  });
const fateOf = (response: Response) =>
  server.context.database.prisma.evidence.findFirstOrThrow({
    where: { id: response.headers.get('location')!.split('/').at(-1)! },
    select: { status: true, failure_code: true, failure_message: true },
  });

describe('consent is per participant and per matter', () => {
  test('each matter is answered on its own, and the device is told its own answers', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    expect(await answer(device, { microphone: 'granted', recording: 'denied' })).toMatchObject({
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
    await joinBeside(device);
    await answer(device, { camera: 'granted', gps: 'denied' });
    const { data } = await server.client.participants.list(device.sessionId);
    expect(data.map(({ consent_state }) => consent_state)).toEqual([
      NOTHING,
      { ...NOTHING, camera: 'granted', gps: 'denied' },
    ]);
  });

  test('the chain has each change with whose it is, and the version and the language of the texts', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    await answer(device, { camera: 'granted' });
    await answer(other, { camera: 'granted', gps: 'denied', text_version: 'acme-7.2', locale: 'de' });
    await answer(other, { camera: 'granted', text_version: 'acme-7.3' });
    const { locale } = await server.client.sessions.get(device.sessionId);
    expect(await entriesOf(device, 'consent.changed')).toEqual([
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
    expect(await answer(device, { camera: 'granted', ...body })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', errors: [{ path: expect.stringContaining(path) }] },
    });
    expect((await device.call('GET', '/session')).body['consent_state']).toEqual(NOTHING);
  });

  test('a reissue asks nobody anew: what the person answered stands', async () => {
    const device = await joinSession(server);
    await answer(device, { camera: 'granted', recording: 'granted' });
    const reissued = await server.client.participants.reissue(device.sessionId, device.participantId);
    expect(reissued.consent_state).toEqual({ ...NOTHING, camera: 'granted', recording: 'granted' });
    const { body } = await joinByLink(reissued.join_url, { userAgent: 'a new phone' });
    expect(body.consent_state).toEqual(reissued.consent_state);
    expect(await shownOf(device)).toMatchObject({ camera: 'granted' });
  });
});

describe('the session shows the weakest answer of those who joined', () => {
  test('revoked, denied, pending, granted, in this order, each matter on its own', async () => {
    const device = await joinSession(server);
    await answer(device, { camera: 'granted', gps: 'granted' });
    expect(await shownOf(device)).toEqual({ camera: 'granted', gps: 'granted' });
    const other = await joinBeside(device);
    expect(await shownOf(device)).toEqual({ camera: 'pending', gps: 'pending' });
    await answer(other, { camera: 'denied', gps: 'granted' });
    expect(await shownOf(device)).toEqual({ camera: 'denied', gps: 'granted' });
    await answer(device, { camera: 'revoked', microphone: 'denied', recording: 'denied' });
    expect(await shownOf(device)).toEqual({ camera: 'revoked', gps: 'granted' });
    await answer(device, { camera: 'granted' });
    await answer(other, { camera: 'granted' });
    expect(await shownOf(device)).toEqual({ camera: 'granted', gps: 'granted' });
  });

  test('who is invited and has not joined counts for nothing', async () => {
    const device = await joinSession(server);
    await server.client.participants.create(device.sessionId);
    await answer(device, { camera: 'granted' });
    expect(await shownOf(device)).toEqual({ camera: 'granted', gps: 'pending' });
  });

  test('of 2 answers at once both count', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    await Promise.all([answer(device, { camera: 'granted' }), answer(other, { camera: 'denied' })]);
    expect(await shownOf(device)).toMatchObject({ camera: 'denied' });
    await Promise.all([answer(device, { gps: 'granted' }), answer(other, { gps: 'granted' })]);
    expect(await shownOf(device)).toMatchObject({ gps: 'granted' });
  });
});

describe('evidence is judged by its uploader’s own consent', () => {
  test('one revokes the camera, and the other goes on', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    await answer(device, { camera: 'granted' });
    expect(await photograph(other)).toMatchObject({ status: 409, body: { code: 'consent_required' } });
    await answer(other, { camera: 'granted' });
    await answer(device, { camera: 'revoked' });
    expect(await photograph(device)).toMatchObject({
      status: 409,
      body: { code: 'consent_required', detail: expect.stringContaining('is revoked') },
    });
    expect(await photograph(other)).toMatchObject({ status: 201 });
  });

  test('the place of a photo is kept by whose photo it is', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    await answer(device, { camera: 'granted', gps: 'granted' });
    await answer(other, { camera: 'granted', gps: 'denied' });
    expect(await photograph(device, '?lat=1.5&lon=2.5')).toMatchObject({
      status: 201,
      body: { gps: { lat: 1.5, lon: 2.5 } },
    });
    expect(await photograph(other, '?lat=1.5&lon=2.5')).toMatchObject({ status: 201, body: { gps: null } });
  });

  test('what one withdraws ends their uploads under way, and nobody else’s', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    const begin = async (by: JoinedDevice) => {
      await answer(by, { camera: 'granted', gps: 'granted' });
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
    const placeOf = async (response: Response) =>
      (
        await server.context.database.prisma.evidence.findFirstOrThrow({
          where: { id: response.headers.get('location')!.split('/').at(-1)! },
        })
      ).lat_e7;
    await answer(device, { gps: 'revoked' });
    expect([await placeOf(own), await placeOf(theirs)]).toEqual([null, 15_000_000]);
    await answer(device, { camera: 'denied' });
    expect(await fateOf(own)).toMatchObject({ status: 'failed', failure_code: 'consent_required' });
    expect(await fateOf(theirs)).toMatchObject({ status: 'uploading', failure_code: null });
  });

  test('a photo that waits for the session while its consent is withdrawn is judged by the answer of then', async () => {
    const device = await joinSession(server);
    await answer(device, { camera: 'granted' });
    let photographed: ReturnType<typeof photograph> | undefined;
    await server.context.database.prisma.$transaction(async (db) => {
      await db.$executeRaw`
        update participants set consent_camera = 'revoked' where id = ${device.participantId}::uuid`;
      photographed = photograph(device);
      await waitForLock(server.context);
    });
    expect(await photographed).toMatchObject({ status: 409, body: { code: 'consent_required' } });
  });

  test('of 8 photos and a withdrawal at once, what is recorded came before it', async () => {
    const device = await joinSession(server);
    await answer(device, { camera: 'granted' });
    const photos = Array.from({ length: 8 }, () => photograph(device));
    const revoked = answer(device, { camera: 'revoked' });
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

describe('a recording needs the consent of everybody who is in', () => {
  test('the camera’s is not enough, and neither is that of one of two', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    await answer(device, { camera: 'granted', gps: 'granted', microphone: 'granted' });
    expect(await startRecording(device)).toBe('consent_required');
    await answer(device, { recording: 'granted' });
    expect(await startRecording(device)).toBe('consent_required');
    expect((await sendRecording(device)).status).toBe(409);
    await answer(other, { recording: 'granted' });
    expect(await startRecording(device)).toBe('recording');
    expect((await sendRecording(device)).status).toBe(201);
  });

  test('who has left, or was revoked, is not asked', async () => {
    const device = await joinSession(server);
    await answer(device, { recording: 'granted' });
    const [left, revoked] = [await joinBeside(device), await joinBeside(device)];
    expect(await startRecording(device)).toBe('consent_required');
    await left.call('POST', '/leave');
    await server.client.participants.revoke(device.sessionId, revoked.participantId);
    expect(await startRecording(device)).toBe('recording');
    await left.rejoin();
    expect(await statusOf(device)).toBe('open');
  });

  test('it stops when somebody comes in who has not granted it, and the chain says why', async () => {
    const device = await joinSession(server);
    await answer(device, { recording: 'granted' });
    await startRecording(device);
    const underWay = await sendRecording(device);
    const other = await joinBeside(device);
    expect(await statusOf(device)).toBe('open');
    expect(await entriesOf(device, 'recording.stopped')).toEqual([
      { participant_id: other.participantId, reason: 'consent_required' },
    ]);
    // It holds those who were in before.
    expect(await fateOf(underWay)).toMatchObject({ status: 'uploading' });
    expect(await startRecording(device)).toBe('consent_required');
    await answer(other, { recording: 'granted' });
    expect(await startRecording(device)).toBe('recording');
  });

  test('who has granted it may come in again while it goes on', async () => {
    const device = await joinSession(server);
    await answer(device, { recording: 'granted' });
    await startRecording(device);
    await device.rejoin();
    expect(await statusOf(device)).toBe('recording');
  });

  test.each(['revoked', 'denied'])(
    '%s by one, it stops, and what is under way of it is not kept',
    async (value) => {
      const device = await joinSession(server);
      const other = await joinBeside(device);
      for (const each of [device, other]) await answer(each, { recording: 'granted' });
      await startRecording(device);
      const underWay = await sendRecording(device);
      await answer(other, { recording: value });
      expect(await statusOf(device)).toBe('open');
      expect(await fateOf(underWay)).toEqual({
        status: 'failed',
        failure_code: 'consent_required',
        failure_message: 'The consent to the recording was withdrawn.',
      });
      expect((await sendRecording(device)).status).toBe(409);
      expect(await entriesOf(device, 'recording.stopped')).toHaveLength(1);
    },
  );

  test('a withdrawal does not end with leaving: nothing that holds the person is taken after it', async () => {
    const device = await joinSession(server);
    const other = await joinBeside(device);
    for (const each of [device, other]) await answer(each, { recording: 'granted' });
    await answer(other, { recording: 'revoked' });
    await other.call('POST', '/leave');
    expect((await sendRecording(device)).status).toBe(409);
    await server.client.participants.revoke(device.sessionId, other.participantId);
    expect((await sendRecording(device)).status).toBe(409);
    await server.client.participants.reissue(device.sessionId, device.participantId);
    expect((await sendRecording(device)).status).toBe(409);
  });

  test('the denial of one who was never recorded ends no upload of the others', async () => {
    const device = await joinSession(server);
    await answer(device, { recording: 'granted' });
    const underWay = await sendRecording(device);
    await answer(await joinBeside(device), { recording: 'denied', camera: 'denied' });
    expect(await fateOf(underWay)).toMatchObject({ status: 'uploading' });
  });

  test('of a start and a withdrawal at once, none leaves a recording that somebody does not allow', async () => {
    for (let round = 0; round < 5; round++) {
      const device = await joinSession(server);
      await answer(device, { recording: 'granted' });
      await Promise.all([startRecording(device), answer(device, { recording: 'revoked' })]);
      expect(await statusOf(device)).toBe('open');
    }
  });
});
