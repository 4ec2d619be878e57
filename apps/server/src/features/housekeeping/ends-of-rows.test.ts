import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { cleanUp } from './clean-up.job.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => void (server.post.emails.length = 0));

const prisma = () => server.context.database.prisma;
const cleanUpAfter = async (days: number) => {
  server.clock.advance(days * DAY_MS);
  await cleanUp.run(server.context, {});
};
const linksOf = (id: string) => prisma().inviteToken.count({ where: { participant_id: id } });
const devicesOf = (id: string) => prisma().fieldSessionToken.count({ where: { participant_id: id } });
const sealedOf = async (id: string) =>
  (await prisma().participant.findFirstOrThrow({ where: { id } })).token_sealed;
const join = (url: string) => joinByLink(url).then(({ status }) => status);

describe('a link', () => {
  test('that was never used answers 410 for 30 days after it has expired, and then 404; its sealed copy goes, too', async () => {
    const { invite } = await mintInviteFor(server, { ttl_minutes: 1_440 });
    await cleanUpAfter(30.9);
    expect([await linksOf(invite.id), await join(invite.join_url)]).toEqual([1, 410]);
    expect(await sealedOf(invite.id)).not.toBeNull();
    await cleanUpAfter(0.2);
    expect([await linksOf(invite.id), await join(invite.join_url)]).toEqual([0, 404]);
    expect(await sealedOf(invite.id)).toBeNull();
  });

  test('that was replaced goes by its own time, and the new one with its sealed copy stays', async () => {
    const { session, invite } = await mintInviteFor(server, { ttl_minutes: 1_440 });
    server.clock.advance(20 * DAY_MS);
    await server.client.participants.reissue(session.id, invite.id);
    await cleanUpAfter(12);
    expect(await linksOf(invite.id)).toBe(1);
    expect(await sealedOf(invite.id)).not.toBeNull();
  });
});

describe('the token of a device', () => {
  const joined = async () => {
    const minted = await mintInviteFor(server, {});
    await joinByLink(minted.invite.join_url);
    return minted;
  };

  test('stays while its session is open, however long that is', async () => {
    const { invite } = await joined();
    await cleanUpAfter(31);
    await cleanUpAfter(31);
    expect(await devicesOf(invite.id)).toBe(1);
    const { kept_until } = await prisma().fieldSessionToken.findFirstOrThrow({
      where: { participant_id: invite.id },
    });
    expect(kept_until.getTime() - server.clock.now().getTime()).toBe(30 * DAY_MS);
  });

  test.each([
    [
      'the end of the session',
      ({ session }: { session: { id: string } }) => server.client.sessions.end(session.id),
    ],
    [
      'the revocation of the invite',
      ({ session, invite }: { session: { id: string }; invite: { id: string } }) =>
        server.client.participants.revoke(session.id, invite.id),
    ],
  ])('goes 30 days after %s', async (_, end) => {
    const minted = await joined();
    await cleanUpAfter(40);
    await end(minted);
    await cleanUpAfter(29);
    expect(await devicesOf(minted.invite.id)).toBe(1);
    await cleanUpAfter(1.1);
    expect(await devicesOf(minted.invite.id)).toBe(0);
  });

  const leave = (token: string, key: string) =>
    fetch(`${server.baseUrl}/v1/field/leave`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
    }).then(({ status }) => status);

  test('goes 30 days after the device left, though the session is open', async () => {
    const { invite } = await mintInviteFor(server, {});
    const { body } = await joinByLink(invite.join_url);
    const { field_session_token } = body as { field_session_token: string };
    await cleanUpAfter(10);
    expect(await leave(field_session_token, 'leave-10')).toBe(204);
    await cleanUpAfter(29);
    expect(await devicesOf(invite.id)).toBe(1);
    await cleanUpAfter(1.1);
    expect(await devicesOf(invite.id)).toBe(0);
  });

  test('that was left and then replaced stays for the kept reply of its leave, and goes 30 days after it', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    const { body } = await joinByLink(invite.join_url);
    const { field_session_token } = body as { field_session_token: string };
    await cleanUpAfter(29.9);
    expect(await leave(field_session_token, 'leave-30')).toBe(204);
    await server.client.participants.reissue(session.id, invite.id);
    await cleanUpAfter(0.5);
    expect([await devicesOf(invite.id), await leave(field_session_token, 'leave-30')]).toEqual([1, 204]);
    await cleanUpAfter(29.4);
    expect(await devicesOf(invite.id)).toBe(1);
    await cleanUpAfter(0.2);
    expect(await devicesOf(invite.id)).toBe(0);
  });

  test('that a reissue has replaced goes when it is 30 days old', async () => {
    const { session, invite } = await joined();
    await server.client.participants.reissue(session.id, invite.id);
    await cleanUpAfter(29);
    expect(await devicesOf(invite.id)).toBe(1);
    await cleanUpAfter(1.1);
    expect(await devicesOf(invite.id)).toBe(0);
  });
});

describe('a message', () => {
  const messagesOf = (id: string) => prisma().message.count({ where: { session_id: id } });

  test('goes with whom it went to 30 days after it was sent; the chain is as it was', async () => {
    const { session } = await mintInviteFor(server, { recipient_email: freshEmail(), send_email: true });
    await runDueJobs(server.context);
    const chain = () => prisma().auditEntry.count({ where: { session_id: session.id } });
    const before = await chain();
    await cleanUpAfter(29.9);
    expect(await messagesOf(session.id)).toBe(2);
    await cleanUpAfter(0.2);
    expect([await messagesOf(session.id), await chain()]).toEqual([0, before]);
  });

  test('that was stopped, or that nobody sent in its time, goes as well', async () => {
    const { session } = await mintInviteFor(server);
    const { session: stopped } = await mintInviteFor(server);
    await server.client.sessions.end(stopped.id);
    await cleanUpAfter(30.1);
    expect([await messagesOf(session.id), await messagesOf(stopped.id)]).toEqual([0, 0]);
  });

  test('that still waits stays, however old', async () => {
    const { session } = await mintInviteFor(server);
    const expires_at = new Date(server.clock.now().getTime() + 100 * DAY_MS);
    await prisma().message.updateMany({ where: { session_id: session.id }, data: { expires_at } });
    await cleanUpAfter(60);
    expect(await messagesOf(session.id)).toBe(1);
  });
});
