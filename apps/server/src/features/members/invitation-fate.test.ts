import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MessageRefusedError } from '../../platform/messages/message-refused-error.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { TRIED_FOR_MS } from '../notifications/end-failed-attempt.ts';
import { addMember } from './add-member.ts';

const SECRET = 'secret-of-the-provider-0123456789abcdef';
const lines: Record<string, unknown>[] = [];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MESSAGE_CALLBACK_SECRET: SECRET });
  server.context.log.warn = ((line: object) => void lines.push(line as Record<string, unknown>)) as never;
});
beforeEach(() => {
  server.post.failNext(0);
  lines.length = 0;
});
afterAll(() => server.close());

const invite = () =>
  server.client.members.create({ email: freshEmail(), name: 'Ada Rossi', role: 'inspector' });
const invitationOf = async ({ id }: { id: string }) => (await server.client.members.get(id)).invitation;
const messagesOf = ({ id }: { id: string }) =>
  server.context.database.prisma.message.findMany({ where: { member_id: id }, orderBy: { id: 'asc' } });
const run = () => runDueJobs(server.context).catch(() => {});
const failuresOf = async ({ id }: { id: string }) => {
  const ids = (await messagesOf({ id })).map((message) => message.id);
  return lines.filter(({ message_id, reason }) => ids.includes(String(message_id)) && reason);
};

it('the member says whether the invitation was sent: in the reply, alone, in the list and after a change', async () => {
  const member = await invite();
  const now = server.clock.now();
  const expires_at = new Date(now.getTime() + 7 * 86_400_000).toISOString();
  const queued = { status: 'queued', reason: null, updated_at: now.toISOString(), expires_at };
  expect(member.invitation).toEqual(queued);
  expect(await invitationOf(member)).toEqual(member.invitation);
  server.clock.advance(1_000);
  await run();
  const sent = { ...queued, status: 'sent', updated_at: server.clock.now().toISOString() };
  expect(await invitationOf(member)).toEqual(sent);
  const { data } = await server.client.members.list();
  expect(data.find(({ id }) => id === member.id)?.invitation).toEqual(sent);
  expect((await server.client.members.update(member.id, { name: 'Ada' })).invitation).toEqual(sent);
});

it('an invitation that is refused for good fails at once, says why, is in the log and counted; sent again it is queued anew', async () => {
  const member = await invite();
  server.post.failNext(1, new MessageRefusedError('unknown_recipient', `no such user: ${member.email}`));
  await run();
  expect(await invitationOf(member)).toMatchObject({ status: 'failed', reason: 'unknown_recipient' });
  const told = await failuresOf(member);
  expect(told).toMatchObject([{ kind: 'member_invitation', channel: 'email', reason: 'unknown_recipient' }]);
  expect(JSON.stringify(told)).not.toContain(member.email);
  const { values } = await server.context.metrics.messagesFailed.get();
  expect(values).toContainEqual(
    expect.objectContaining({ labels: { channel: 'email', reason: 'unknown_recipient' } }),
  );
  server.clock.advance(1_000);
  const again = await server.client.members.resendInvitation(member.id);
  expect(again.invitation).toMatchObject({ status: 'queued', reason: null });
  await run();
  expect(await invitationOf(member)).toMatchObject({ status: 'sent' });
});

it('an invitation that is not taken for 15 minutes fails then, and is not tried for three days', async () => {
  const member = await invite();
  server.post.failNext(1_000);
  for (let round = 0; round < 3; round++) await run();
  server.clock.advance(TRIED_FOR_MS - 1_000);
  await run();
  expect(await invitationOf(member)).toMatchObject({ status: 'queued', reason: null });
  server.clock.advance(1_000);
  for (let round = 0; round < 3; round++) await run();
  expect(await invitationOf(member)).toMatchObject({ status: 'failed', reason: 'unreachable' });
  expect(await failuresOf(member)).toMatchObject([{ status: 'failed', reason: 'unreachable' }]);
  const [before] = await messagesOf(member);
  server.clock.advance(86_400_000);
  for (let round = 0; round < 3; round++) await run();
  expect((await messagesOf(member))[0]!.attempt_count).toBe(before!.attempt_count);
});

it('an invitation that came back says so once the provider has', async () => {
  const member = await invite();
  await run();
  const [message] = await messagesOf(member);
  const body = JSON.stringify({ client_ref: message!.id, status: 'bounced', reason: '5.1.1' });
  const time = Math.floor(server.clock.now().getTime() / 1_000);
  const signature = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'svc-signature': `t=${time},v1=${signature}` };
  await fetch(`${server.baseUrl}/v1/messages/callbacks/email`, { method: 'POST', headers, body });
  expect(await invitationOf(member)).toMatchObject({ status: 'bounced', reason: 'unknown_recipient' });
});

it('a member whom nobody invited has none', async () => {
  const { organisationId } = server.seed;
  const person = { email: freshEmail(), name: 'Bo', role: 'observer', locale: 'en' } as const;
  const added = await addMember(server.context, { organisationId, ...person });
  expect(await invitationOf(added)).toBeNull();
});
