import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinByLink, outcomeOf } from '../../testing/join-by-link.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.post.emails.length = 0;
});
afterAll(() => server.close());

const mint = async (more: object = {}) => {
  const session = await server.client.sessions.create({ shots: [{ slot: 'roof', label: { en: 'Roof' } }] });
  const given = { recipient_email: freshEmail(), send_email: true, send_code: false, ...more };
  return { session, invite: await server.client.participants.create(session.id, given) };
};
const kindsOf = ({ messages }: { messages: readonly { kind: string }[] }) => messages.map(({ kind }) => kind);
const lastEntryOf = async (sessionId: string) =>
  (
    await server.context.database.prisma.auditEntry.findFirstOrThrow({
      where: { session_id: sessionId },
      orderBy: { sequence: 'desc' },
    })
  ).payload;

test('send_code: false: the code is in the reply and lets in, and no message carries it', async () => {
  const { session, invite } = await mint();
  expect(invite).toMatchObject({ otp_required: true, otp_code: expect.stringMatching(/^\d{6}$/) as string });
  expect(kindsOf(invite)).toEqual(['invite']);
  await runDueJobs(server.context);
  expect(server.post.emails).toHaveLength(1);
  expect(JSON.stringify(server.post.emails)).not.toContain(invite.otp_code);
  expect(await lastEntryOf(session.id)).toMatchObject({ otp_required: true, channels: [] });
  expect(outcomeOf(await joinByLink(invite.join_url, { code: invite.otp_code }))).toBe('200');
});

test('the page is told that no code was sent, asks for one, and is then told where it went', async () => {
  const { session, invite } = await mint();
  const sentTo = async () => {
    const { status, body } = await joinByLink(invite.join_url);
    const { code, channels, channel_hint_email } = body as unknown as Record<string, unknown>;
    return [status, code, channels, channel_hint_email];
  };
  expect(await sentTo()).toEqual([401, 'otp_required', [], null]);
  const token = new URL(invite.join_url).hash.slice(1);
  await runDueJobs(server.context);
  server.post.emails.length = 0;
  const asked = await fetch(`${server.baseUrl}/v1/sessions/${session.id}/join/${token}/code`, {
    method: 'POST',
  });
  expect(asked.ok).toBe(true);
  expect(await sentTo()).toEqual([401, 'otp_required', ['email'], expect.stringContaining('•')]);
  await runDueJobs(server.context);
  const code = /\b\d{6}\b/.exec(server.post.emails.map(({ text }) => text).join('\n'))![0];
  expect(outcomeOf(await joinByLink(invite.join_url, { code }))).toBe('200');
});

test('a reissue and an invite that asks for more leave it to the page as the first did', async () => {
  const { session, invite } = await mint();
  const reissued = await server.client.participants.reissue(session.id, invite.id);
  expect([kindsOf(reissued), reissued.otp_code !== null]).toEqual([['invite'], true]);
  server.clock.advance(1_000);
  const asked = await server.client.v1.inspections.requestMore(session.id);
  expect([kindsOf(asked), asked.otp_code !== null]).toEqual([['invite'], true]);
});

test('without it, and of an invite from before, the code goes out with the link', async () => {
  const { invite } = await mint({ send_code: undefined });
  expect(kindsOf(invite)).toEqual(['invite', 'otp']);
});

test('POST /v1/sessions takes it for its participant', async () => {
  const participant = { channel: 'email' as const, email: freshEmail(), send_code: false };
  const { id } = await server.client.v1.inspections.create({ participant });
  const { data } = await server.client.participants.list(id);
  expect([data[0]!.otp_required, kindsOf(data[0]!)]).toEqual([true, ['invite']]);
});
