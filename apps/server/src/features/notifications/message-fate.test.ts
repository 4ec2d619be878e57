import { EVENT_DATA } from '@field-inspection/contract';
import type { MintedInvite } from '@field-inspection/sdk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MessageRefusedError } from '../../platform/messages/message-refused-error.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { TRIED_FOR_MS } from './end-failed-attempt.ts';

let server: TestServer;
let reader: string;
beforeAll(async () => {
  server = await startTestServer();
  reader = (await server.client.webhookEndpoints.create({ kind: 'pull' })).id;
});
beforeEach(() => server.post.failNext(0));
afterAll(() => server.close());

/** An invite with a link by e-mail, and a code. */
const mint = () => mintInviteFor(server, { recipient_email: freshEmail(), send_email: true });
const messagesOf = async (session: string) =>
  (await server.client.participants.list(session)).data[0]!.messages;
const failuresOf = async ({ id }: MintedInvite) =>
  (await server.client.webhookEndpoints.pull(reader, { limit: 100 })).data
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
    .filter(({ type, data }) => type === 'message.failed' && data['invite'] === id)
    .map(({ data }) => data);
const rowsOf = ({ id }: MintedInvite) =>
  server.context.database.prisma.message.findMany({ where: { participant_id: id }, orderBy: { id: 'asc' } });
const runAfter = async (ms: number) => {
  server.clock.advance(ms);
  await runDueJobs(server.context).catch(() => {});
};

test('a new invite names the messages that it queued, and its list says when each was sent', async () => {
  const { session, invite } = await mint();
  const at = server.clock.now().toISOString();
  expect(invite.messages).toMatchObject([
    { kind: 'invite', channel: 'email', status: 'queued', reason: null, updated_at: at },
    { kind: 'otp', channel: 'email', status: 'queued', reason: null, updated_at: at },
  ]);
  expect(await messagesOf(session.id)).toEqual(invite.messages);
  await runAfter(1_000);
  const sent = { status: 'sent', updated_at: server.clock.now().toISOString() };
  expect(await messagesOf(session.id)).toEqual(invite.messages.map((each) => ({ ...each, ...sent })));
});

test('what is refused for good fails at once, says why without the address, and is told once', async () => {
  const { session, invite } = await mint();
  const refusal = new MessageRefusedError('mailbox_full', `the mailbox of ${invite.recipient_email} is full`);
  server.post.failNext(2, refusal);
  await runDueJobs(server.context);
  expect(await messagesOf(session.id)).toMatchObject([
    { kind: 'invite', status: 'failed', reason: 'mailbox_full' },
    { kind: 'otp', status: 'failed', reason: 'mailbox_full' },
  ]);
  expect(await rowsOf(invite)).toMatchObject(Array(2).fill({ attempt_count: 1, secret_sealed: null }));
  await runAfter(TRIED_FOR_MS);
  const failures = await failuresOf(invite);
  expect(failures).toMatchObject([
    { id: invite.messages[0]!.id, status: 'failed', reason: 'mailbox_full', session: session.id },
    { id: invite.messages[1]!.id, status: 'failed', reason: 'mailbox_full' },
  ]);
  expect(JSON.stringify(failures)).not.toContain(invite.recipient_email);
  for (const data of failures) expect(EVENT_DATA['message.failed'].safeParse(data).error).toBeUndefined();
});

test('what is not taken for 15 minutes fails then, and not after 25 tries', async () => {
  const { session, invite } = await mintInviteFor(server, {
    recipient_email: freshEmail(),
    send_email: true,
    ttl_minutes: 10_080,
  });
  server.post.failNext(1_000);
  const fail = () => runDueJobs(server.context).catch(() => {});
  for (let run = 0; run < 3; run++) await fail();
  server.clock.advance(TRIED_FOR_MS - 1_000);
  await fail();
  expect((await messagesOf(session.id))[0]).toMatchObject({ kind: 'invite', status: 'queued', reason: null });
  server.clock.advance(1_000);
  for (let run = 0; run < 3; run++) await fail();
  const [link, code] = await messagesOf(session.id);
  expect(link).toMatchObject({ kind: 'invite', status: 'failed', reason: 'unreachable' });
  expect(code).toMatchObject({ kind: 'otp', status: 'failed', reason: 'expired' });
  expect((await failuresOf(invite)).map(({ reason }) => reason).toSorted()).toEqual([
    'expired',
    'unreachable',
  ]);
});

test('what is taken within the 15 minutes is sent, and nothing is told', async () => {
  const { session, invite } = await mint();
  server.post.failNext(2);
  for (let run = 0; run < 2; run++) await runDueJobs(server.context).catch(() => {});
  await runAfter(60_000);
  await runAfter(TRIED_FOR_MS);
  expect((await messagesOf(session.id)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  expect(await failuresOf(invite)).toEqual([]);
});

test('what is not needed any more is cancelled, and that is no failure', async () => {
  const { session, invite } = await mint();
  await joinByLink(invite.join_url, { code: invite.otp_code });
  await runDueJobs(server.context);
  expect(await messagesOf(session.id)).toMatchObject(Array(2).fill({ status: 'cancelled', reason: null }));
  expect(await failuresOf(invite)).toEqual([]);
});

test('an invite that is reissued again and again shows the newest of each kind and channel', async () => {
  const { session, invite } = await mint();
  await runDueJobs(server.context);
  for (let issue = 0; issue < 2; issue++) {
    server.clock.advance(3_600_000);
    await server.client.participants.reissue(session.id, invite.id);
  }
  expect(await messagesOf(session.id)).toMatchObject([
    { kind: 'invite', status: 'queued' },
    { kind: 'otp', status: 'queued' },
  ]);
  expect(await rowsOf(invite)).toHaveLength(6);
});
