import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('send_sms texts the link, and the code apart from it; a reissue does the same', async () => {
  const given = { recipient_phone: '+39 333 1234568', send_sms: true };
  const { session, invite } = await mintInviteFor(server, given);
  const sent = ['invite sms', 'otp sms'];
  const list = ({ messages }: { messages: readonly { kind: string; channel: string }[] }) =>
    messages.map(({ kind, channel }) => `${kind} ${channel}`);
  expect(list(invite)).toEqual(sent);
  server.post.texts.length = 0;
  await runDueJobs(server.context);
  const texts = server.post.texts.filter(({ to }) => to === '+393331234568').map(({ text }) => text);
  const holds = texts.map((text) => [text.includes(invite.join_url), text.includes(invite.otp_code!)]);
  expect(holds.sort()).toEqual([
    [false, true],
    [true, false],
  ]);
  expect(list(await server.client.participants.reissue(session.id, invite.id))).toEqual(sent);
});
