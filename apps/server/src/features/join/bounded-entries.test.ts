import { MAX_ENTRIES } from '@field-inspection/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinSession, openDevice, type JoinedDevice } from '../../testing/join-session.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const setEntries = (inviteId: string, entries: number) =>
  server.context.database.prisma.participant.updateMany({ where: { id: inviteId }, data: { entries } });
const entriesOf = async (inviteId: string): Promise<number> =>
  (await server.context.database.prisma.participant.findFirstOrThrow({ where: { id: inviteId } })).entries;
const grant = (device: JoinedDevice, camera: string) => device.call('PATCH', '/consent', { camera });

it('of 20 calls of one device at once, with room for 5, exactly 5 let it in', async () => {
  const { invite } = await mintInviteFor(server, {});
  await joinByLink(invite.join_url);
  await setEntries(invite.id, MAX_ENTRIES - 5);
  const replies = await Promise.all(Array.from({ length: 20 }, () => joinByLink(invite.join_url)));
  const statuses = replies.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(410)]);
  expect(await entriesOf(invite.id)).toBe(MAX_ENTRIES);
});

it('of changes of consent at once no more are entries than there is room for, and withdrawing always is', async () => {
  const device = await joinSession(server);
  await setEntries(device.participantId, MAX_ENTRIES - 1);
  expect((await grant(device, 'granted')).status).toBe(200);
  expect((await grant(device, 'revoked')).status).toBe(200);
  expect(await grant(device, 'granted')).toMatchObject({
    status: 413,
    body: {
      code: 'quota_reached',
      detail:
        'This link has made 1000 entries of the audit chain, as many as it may. Ask the operator for a new link.',
    },
  });
  const entries = await server.context.database.prisma.auditEntry.count({
    where: { session_id: device.sessionId, kind: 'consent.changed' },
  });
  expect(entries).toBe(2);
});

it('a reissue begins anew', async () => {
  const { session, invite } = await mintInviteFor(server, {});
  await joinByLink(invite.join_url);
  await setEntries(invite.id, MAX_ENTRIES);
  expect((await joinByLink(invite.join_url)).status).toBe(410);
  const { join_url } = await server.client.participants.reissue(session.id, invite.id);
  const { status, body } = await joinByLink(join_url);
  expect(status).toBe(200);
  const device = openDevice(server.baseUrl, {
    sessionId: session.id,
    participantId: invite.id,
    token: body.field_session_token,
    rejoin: () => Promise.reject(new Error('not asked for')),
  });
  expect((await grant(device, 'granted')).status).toBe(200);
  expect(await entriesOf(invite.id)).toBe(2);
});
