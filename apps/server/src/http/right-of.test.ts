import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeCredential } from '../features/credentials/operate-credentials.ts';
import { createCredential } from '../testing/create-credential.ts';
import { joinSession, type JoinedDevice } from '../testing/join-session.ts';
import { openUploader } from '../testing/open-uploader.ts';
import { sendHalf as sendHalfTo } from '../testing/send-half.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { takePhoto } from '../testing/take-photo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;

/** Sends half of a request, and waits until its head is judged. */
const sendHalf = async (path: string, half: Parameters<typeof sendHalfTo>[1]) => {
  const sent = sendHalfTo(server.baseUrl + path, half);
  await sent.judged;
  return sent;
};

const UNAUTHENTICATED = { status: 401, code: 'unauthenticated' };
const DRAWING = {
  width: 600,
  height: 200,
  strokes: [
    {
      tool: 'pen',
      color: '#102030',
      size: 3,
      points: [
        [10, 10],
        [90, 60],
      ],
    },
  ],
};

const recordedOf = async ({ sessionId }: JoinedDevice) => ({
  evidence: await prisma().evidence.count({ where: { session_id: sessionId, status: 'ready' } }),
  kinds: (
    await prisma().auditEntry.findMany({ where: { session_id: sessionId }, orderBy: { sequence: 'asc' } })
  ).map(({ kind }) => kind),
});

const ENDS: [string, (device: JoinedDevice) => Promise<unknown>, string][] = [
  [
    'revoked',
    ({ sessionId, participantId }) => server.client.participants.revoke(sessionId, participantId),
    'participant.revoked',
  ],
  [
    'reissued',
    ({ sessionId, participantId }) => server.client.participants.reissue(sessionId, participantId),
    'participant.reissued',
  ],
  ['left', (device) => device.call('POST', '/leave'), 'participant.left'],
];

describe.each(ENDS)('once the invite is %s, what its device had half sent is 401', (_, end, lastKind) => {
  const expectNothing = async (
    device: JoinedDevice,
    half: Omit<Parameters<typeof sendHalfTo>[1], 'token'> & { path: string },
  ) => {
    const { finish } = await sendHalf(half.path, { ...half, token: device.token });
    await end(device);
    expect(await finish()).toEqual(UNAUTHENTICATED);
    const { evidence, kinds } = await recordedOf(device);
    expect([evidence, kinds.at(-1)]).toEqual([0, lastKind]);
  };

  it('and records nothing: a photo in one request', async () => {
    const device = await openUploader(server).joinWithConsent();
    const headers = { 'content-type': 'image/jpeg' };
    await expectNothing(device, { path: '/v1/field/photos', headers, body: await takePhoto() });
    expect(await prisma().evidence.count({ where: { session_id: device.sessionId } })).toBe(0);
  });

  it('and records nothing: the last part of a resumable upload', async () => {
    const uploader = openUploader(server);
    const device = await uploader.joinWithConsent();
    const photo = await takePhoto();
    const { url } = await uploader.begin(device, photo.length);
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    };
    await expectNothing(device, { path: new URL(url).pathname, method: 'PATCH', headers, body: photo });
    expect(await uploader.rowOf(url)).toMatchObject({ status: 'failed', sha256: null });
  });

  it.each([
    ['/v1/field/whiteboards', 'POST', { drawing: DRAWING }],
    ['/v1/field/signature', 'POST', { name: 'Ada', statement: 'Complete.', locale: 'en', drawing: DRAWING }],
    ['/v1/field/consent', 'PATCH', { gps: 'denied' }],
  ])('and records nothing: %s', async (path, method, body) => {
    const device = await joinSession(server);
    await expectNothing(device, { path, method, body: JSON.stringify(body) });
  });

  it('and records nothing: an annotation', async () => {
    const device = await openUploader(server).joinWithConsent();
    const photo = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
    const body = JSON.stringify({ evidence: photo.body['id'], drawing: DRAWING });
    const { finish } = await sendHalf('/v1/field/annotations', { token: device.token, body });
    await end(device);
    expect(await finish()).toEqual(UNAUTHENTICATED);
    expect((await recordedOf(device)).evidence).toBe(1);
  });
});

const createOperator = () =>
  createCredential(server.context, {
    organisationId: server.seed.organisationId,
    name: '',
    scopes: ['sessions:write', 'participants:write', 'campaigns:write'],
    operatorEmail: 'ada@example.com',
  });

describe('once a credential is revoked, what it had half sent is 401', () => {
  it.each([
    ['/api/v1/public/sessions', { notes: 'roof' }, {}],
    ['/api/v1/public/sessions', { notes: 'roof' }, { 'idempotency-key': 'half' }],
    ['/api/v1/public/campaigns', { name: 'Roofs' }, {}],
    ['/v1/sessions', { reference: 'roof' }, {}],
  ])('and makes nothing: %s', async (path, body, headers) => {
    const { id, api_key: token } = await createOperator();
    const { finish } = await sendHalf(path, { token, headers, body: JSON.stringify(body) });
    const count = () => Promise.all([prisma().session.count(), prisma().campaign.count()]);
    const before = await count();
    await revokeCredential(server.context, { credentialId: id });
    expect(await finish()).toEqual(UNAUTHENTICATED);
    expect(await count()).toEqual(before);
  });

  it('whichever comes first at the same moment: nothing is made after the revocation has answered', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, api_key: token } = await createOperator();
      const notes = `round ${round}`;
      const { finish } = await sendHalf('/api/v1/public/sessions', {
        token,
        body: JSON.stringify({ notes }),
      });
      const reply = finish();
      await sleep(round);
      await revokeCredential(server.context, { credentialId: id });
      const made = await prisma().session.count({ where: { notes } });
      expect([(await reply).status, made]).toEqual(made === 1 ? [201, 1] : [401, 0]);
      expect(await prisma().session.count({ where: { notes } })).toBe(made);
    }
  });
});
