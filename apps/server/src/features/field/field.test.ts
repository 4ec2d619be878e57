import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const kindsOf = async ({ sessionId }: JoinedDevice): Promise<string[]> => {
  const entries = await server.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });
  return entries.map(({ kind }) => kind);
};

test('the device learns the session, its consent, where to upload, and before it sends how large a photo may be', async () => {
  const device = await joinSession(server);
  const { status, body } = await device.call('GET', '/session');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    session: { id: device.sessionId, status: 'open' },
    participant: { id: device.participantId, role: 'field' },
    consent_state: { camera: 'pending', gps: 'pending' },
    uploads: {
      url: `${server.baseUrl}/v1/field/uploads`,
      mime_types: ['image/jpeg', 'image/png', 'image/webp'],
      max_bytes: 26_214_400,
      max_pixels: 60_000_000,
    },
  });
});

test('each reading of the session gives a way into its live room, which dies with the token', async () => {
  const device = await joinSession(server);
  const { body } = await device.call('GET', '/session');
  expect(body).toMatchObject({
    branding: { organisation_name: 'Acme Inspections' },
    media_connection: { room: device.sessionId, identity: `field-${device.participantId}` },
  });
  const { token } = body['media_connection'] as { token: string };
  const peer = await connectSignalling(server.baseUrl, { token });
  expect(await peer.next()).toMatchObject({ type: 'welcome', room: device.sessionId });
  await device.call('POST', '/leave');
  expect((await peer.closed).reason).toBe('invite_expired');
});

test('each change of consent is an entry of the chain, and saying the same again is none', async () => {
  const device = await joinSession(server);
  expect(await device.call('PATCH', '/consent', { camera: 'granted', gps: 'denied' })).toMatchObject({
    status: 200,
    body: { camera: 'granted', gps: 'denied' },
  });
  await device.call('PATCH', '/consent', { camera: 'granted' });
  expect(await device.call('PATCH', '/consent', { camera: 'revoked' })).toMatchObject({
    body: { camera: 'revoked', gps: 'denied' },
  });
  expect((await kindsOf(device)).filter((kind) => kind === 'consent.changed')).toHaveLength(2);
});

test('what was never granted cannot be revoked', async () => {
  const device = await joinSession(server);
  expect(await device.call('PATCH', '/consent', { gps: 'revoked' })).toMatchObject({
    status: 409,
    body: { code: 'session.invalid_state', detail: 'gps is pending: there is no consent to revoke.' },
  });
});

test('leaving kills the token, tells the receivers, and the link lets the same device in again', async () => {
  const device = await joinSession(server);
  expect(await device.call('POST', '/leave')).toMatchObject({ status: 204 });
  expect(await device.call('GET', '/session')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
  expect((await kindsOf(device)).at(-1)).toBe('participant.left');
  const events = await server.context.database.prisma.event.findMany({
    where: { session_id: device.sessionId },
  });
  expect(events.map(({ type }) => type)).toContain('participant.left');
  const again = await device.rejoin();
  expect(await again.call('GET', '/session')).toMatchObject({ status: 200 });
});

test('who is done is so from the first word on: receivers, the invite and the chain are told once, and more can be taken', async () => {
  const device = await joinSession(server);
  const first = await device.call('POST', '/done');
  const at = server.clock.now().toISOString();
  expect([first.status, first.body]).toEqual([200, { done_at: at }]);
  server.clock.advance(60_000);
  const said = await Promise.all([1, 2, 3].map(() => device.call('POST', '/done')));
  expect(said.map(({ body }) => body)).toEqual(Array(3).fill({ done_at: at }));
  expect((await kindsOf(device)).filter((kind) => kind === 'participant.done')).toHaveLength(1);
  const events = await server.context.database.prisma.event.findMany({
    where: { session_id: device.sessionId, type: 'participant.done' },
  });
  expect(events.map(({ data }) => data)).toMatchObject([
    { id: device.sessionId, status: 'open', invite: { id: device.participantId, done_at: at } },
  ]);
  expect((await server.client.participants.list(device.sessionId)).data).toMatchObject([{ done_at: at }]);
  expect(await device.call('PATCH', '/session', { unsent_items: 1 })).toMatchObject({ status: 200 });
});

test('several words at once are one', async () => {
  const device = await joinSession(server);
  const said = await Promise.all([1, 2, 3, 4].map(() => device.call('POST', '/done')));
  expect(new Set(said.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await kindsOf(device)).filter((kind) => kind === 'participant.done')).toHaveLength(1);
});

test('leave can be replayed: under its key the call that left gets its reply again, with the dead token', async () => {
  const device = await joinSession(server);
  const leave = (key?: string) =>
    device.call('POST', '/leave', undefined, key ? { 'idempotency-key': key } : {});
  const first = await leave('leave-1');
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([204, null]);
  const repeated = await leave('leave-1');
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
  expect((await kindsOf(device)).filter((kind) => kind === 'participant.left')).toHaveLength(1);
  await server.client.sessions.end(device.sessionId);
  expect((await leave('leave-1')).status).toBe(204);
  // The dead token lets in no other call.
  const strangers = [
    await leave(),
    await leave('leave-2'),
    await device.call('PATCH', '/consent', { camera: 'granted' }, { 'idempotency-key': 'leave-1' }),
    await device.call('GET', '/session'),
  ];
  expect(strangers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
    Array(4).fill('401 unauthenticated'),
  );
});

test('of two calls to leave at once, each is answered, and one entry says so', async () => {
  const device = await joinSession(server);
  const replies = await Promise.all([device.call('POST', '/leave'), device.call('POST', '/leave')]);
  for (const { status } of replies) expect([204, 401]).toContain(status);
  expect(replies.map(({ status }) => status)).toContain(204);
  expect((await kindsOf(device)).filter((kind) => kind === 'participant.left')).toHaveLength(1);
});

test('after the end the device may still read for a minute, and writes nothing any more', async () => {
  const device = await joinSession(server);
  await server.client.sessions.end(device.sessionId);
  expect(await device.call('GET', '/session')).toMatchObject({ body: { session: { status: 'closed' } } });
  expect(await device.call('PATCH', '/consent', { camera: 'granted' })).toMatchObject({
    status: 409,
    body: { code: 'session.already_ended' },
  });
  server.clock.advance(server.context.config.uploadGraceMs);
  expect(await device.call('GET', '/session')).toMatchObject({ status: 401 });
});

test('an API key is no field_session_token, and the reverse', async () => {
  const device = await joinSession(server);
  const asOperator = await fetch(`${server.baseUrl}/v1/field/session`, {
    headers: { authorization: `Bearer ${server.seed.apiKey}` },
  });
  const asField = await fetch(`${server.baseUrl}/api/v1/public/sessions`, {
    headers: { authorization: `Bearer ${device.token}` },
  });
  expect([asOperator.status, asField.status]).toEqual([401, 401]);
});

test('a repeated write under one Idempotency-Key happens once', async () => {
  const device = await joinSession(server);
  const headers = { 'idempotency-key': 'consent-1' };
  const first = await device.call('PATCH', '/consent', { camera: 'granted' }, headers);
  await device.call('PATCH', '/consent', { camera: 'revoked' });
  const replay = await device.call('PATCH', '/consent', { camera: 'granted' }, headers);
  expect(replay.body).toEqual(first.body);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(await device.call('GET', '/session')).toMatchObject({
    body: { consent_state: { camera: 'revoked' } },
  });
});
