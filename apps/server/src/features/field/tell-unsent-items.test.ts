import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { openPeople } from '../../testing/open-people.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const tell = (device: JoinedDevice, unsent_items: unknown, headers: Record<string, string> = {}) =>
  device.call('PATCH', '/session', { unsent_items }, headers);
const shownOf = async ({ sessionId }: JoinedDevice) =>
  (await server.client.sessions.get(sessionId)).unsent_items;

test('nothing is known to be unsent before a device has said so', async () => {
  expect(await shownOf(await joinSession(server))).toBe(0);
});

test('what a device holds is kept with the time at which it said so', async () => {
  const device = await joinSession(server);
  await tell(device, 5);
  server.clock.advance(60_000);
  const { status, body } = await tell(device, 5);
  expect(status).toBe(200);
  expect(body).toEqual({ unsent_items: 5, unsent_items_at: server.clock.now().toISOString() });
  const row = await server.context.database.prisma.participant.findFirst({
    where: { id: device.participantId },
  });
  expect(row).toMatchObject({ unsent_items: 5, unsent_items_at: server.clock.now() });
  expect(await shownOf(device)).toBe(5);
});

test('the session shows the sum of what its participants said last, whoever says it when', async () => {
  const ada = await joinSession(server);
  const bob = await openPeople(server).joinBeside(ada);
  const told = await Promise.all([tell(ada, 2), tell(bob, 40), tell(ada, 7), tell(bob, 40)]);
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await tell(ada, 3);
  expect(await shownOf(bob)).toBe(43);
  await tell(bob, 0);
  expect(await shownOf(ada)).toBe(3);
});

test('it is neither an entry of the chain nor a change of the session nor an event', async () => {
  const device = await joinSession(server);
  const { prisma } = server.context.database;
  const where = { session_id: device.sessionId };
  const read = async () => ({
    entries: await prisma.auditEntry.count({ where }),
    events: await prisma.event.count({ where }),
    session: { ...(await server.client.sessions.get(device.sessionId)), unsent_items: 0 },
  });
  const before = await read();
  server.clock.advance(1000);
  await tell(device, 9);
  expect(await read()).toEqual(before);
});

test.each([-1, 10_001, 1.5, '3', null])('%j is refused, and nothing is kept', async (unsentItems) => {
  const device = await joinSession(server);
  expect(await tell(device, unsentItems)).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect(await shownOf(device)).toBe(0);
});

test('under one Idempotency-Key it is said once', async () => {
  const device = await joinSession(server);
  const headers = { 'idempotency-key': 'unsent-1' };
  const first = await tell(device, 4, headers);
  await tell(device, 1);
  const replay = await tell(device, 4, headers);
  expect(replay.body).toEqual(first.body);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(await shownOf(device)).toBe(1);
});

test('after the end it is refused as every write is, and the session keeps what was said before', async () => {
  const device = await joinSession(server);
  await tell(device, 6);
  const ended = await server.client.sessions.end(device.sessionId);
  expect(ended).toMatchObject({ status: 'closed', unsent_items: 6 });
  expect(await tell(device, 0)).toMatchObject({ status: 409, body: { code: 'session.already_ended' } });
  expect(await shownOf(device)).toBe(6);
});

test('a device whose invite was revoked says nothing any more', async () => {
  const device = await joinSession(server);
  await server.client.participants.revoke(device.sessionId, device.participantId);
  expect(await tell(device, 1)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await shownOf(device)).toBe(0);
});

test('what a revoked participant said last is left out of the sum from then on, once, and no other one’s is', async () => {
  const ada = await joinSession(server);
  const bob = await openPeople(server).joinBeside(ada);
  await Promise.all([tell(ada, 5), tell(bob, 2)]);
  for (const _ of [1, 2]) {
    await server.client.participants.revoke(ada.sessionId, ada.participantId);
    expect(await shownOf(bob)).toBe(2);
  }
  await tell(bob, 0);
  expect(await shownOf(bob)).toBe(0);
});

test('a number that is told while its participant is revoked never stays in the sum', async () => {
  const device = await joinSession(server);
  await Promise.all([
    tell(device, 7),
    server.client.participants.revoke(device.sessionId, device.participantId),
    tell(device, 3),
  ]);
  expect(await shownOf(device)).toBe(0);
});

test('revoked after the end, it is left out, too', async () => {
  const device = await joinSession(server);
  await tell(device, 6);
  await server.client.sessions.end(device.sessionId);
  await server.client.participants.revoke(device.sessionId, device.participantId);
  expect(await shownOf(device)).toBe(0);
});

test('no session but its own shows what a device holds, of its organisation or another', async () => {
  const [device, beside] = [await joinSession(server), await joinSession(server)];
  const { apiKey } = await seedOrganisation(server.context);
  const stranger = await joinSession({ client: server.clientOf(apiKey), baseUrl: server.baseUrl });
  await tell(device, 8);
  expect(await shownOf(beside)).toBe(0);
  expect(await server.clientOf(apiKey).sessions.get(stranger.sessionId)).toMatchObject({ unsent_items: 0 });
});
