import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshEmail, mintInviteFor } from '../../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { sendMessage } from '../send-message.job.ts';
import { receiveCallback } from './receive-callback.ts';

const secret = 'secret-of-the-provider-0123456789abcdef';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MESSAGE_CALLBACK_SECRET: secret });
});
beforeEach(() => server.post.failNext(0));
afterAll(() => server.close());

const signed = (body: string, key = secret): Record<string, string> => {
  const time = Math.floor(server.clock.now().getTime() / 1_000);
  return {
    'svc-signature': `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`,
  };
};
const post = async (said: object, { provider = 'email', headers = signed(JSON.stringify(said)) } = {}) => {
  const url = `${server.baseUrl}/v1/messages/callbacks/${provider}`;
  const sent = { 'content-type': 'application/json', ...headers };
  return (await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(said) })).status;
};

/** An invite whose only message, its code, was sent. */
const sendCode = async (client = server.client) => {
  const { session, invite } = await mintInviteFor({ client }, { recipient_email: freshEmail() });
  await runDueJobs(server.context);
  const read = async () => (await client.participants.list(session.id)).data[0]!.messages[0]!;
  const [message] = await server.context.database.prisma.message.findMany({
    where: { participant_id: invite.id },
  });
  const told = () =>
    server.context.database.prisma.event.findMany({
      where: { session_id: session.id, type: 'message.failed' },
    });
  return { ref: message!.id, organisationId: message!.organisation_id, read, told };
};

test.each([
  ['delivered', ['delivered'], 0],
  ['delivered', ['delivered', 'delivered'], 0],
  ['bounced', ['bounced'], 1],
  ['bounced', ['bounced', 'bounced'], 1],
  ['bounced', ['delivered', 'bounced'], 1],
  ['bounced', ['bounced', 'delivered'], 1],
  ['bounced', ['bounced', 'failed', 'delivered'], 1],
  ['failed', ['failed', 'delivered', 'bounced'], 1],
])(
  '%s is what comes of %j, in any order and however often, and it is told once',
  async (status, said, count) => {
    const { ref, read, told } = await sendCode();
    for (const each of said) expect(await post({ client_ref: ref, status: each, reason: '5.1.1' })).toBe(204);
    expect(await read()).toMatchObject({ status, reason: count > 0 ? 'unknown_recipient' : null });
    expect(await told()).toHaveLength(count);
  },
);

test('of ten callbacks at once one is told, and the provider’s words are kept nowhere', async () => {
  const { ref, told } = await sendCode();
  const said = {
    client_ref: `<${ref}@inspect.example>`,
    status: 'bounced',
    reason: 'nobody is ada@planted.example',
  };
  const replies = await Promise.all(Array.from({ length: 10 }, () => post(said)));
  expect(new Set(replies)).toEqual(new Set([204]));
  const events = await told();
  expect(events).toHaveLength(1);
  expect(events[0]!.data).toMatchObject({ id: ref, status: 'bounced', reason: 'refused', channel: 'email' });
  expect(JSON.stringify(events)).not.toContain('planted');
});

test('a forged, an unsigned and an old callback are 401 and change nothing', async () => {
  const { ref, read, told } = await sendCode();
  const said = { client_ref: ref, status: 'bounced' };
  const old = signed(JSON.stringify(said));
  for (const headers of [{}, signed(JSON.stringify(said), 'another'), { authorization: 'Bearer another' }])
    expect(await post(said, { headers: headers as Record<string, string> })).toBe(401);
  server.clock.advance(301_000);
  expect(await post(said, { headers: old })).toBe(401);
  expect(await read()).toMatchObject({ status: 'sent', reason: null });
  expect(await told()).toEqual([]);
  expect(await post(said, { headers: { authorization: `Bearer ${secret}` } })).toBe(204);
  expect((await read()).status).toBe('bounced');
});

test('an unknown message, or one of the other channel, is 204 and changes nothing; what can’t be read is 400', async () => {
  const { ref, read } = await sendCode();
  const unknown = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
  for (const client_ref of [unknown, 'somebody else’s'])
    expect(await post({ client_ref, status: 'bounced' })).toBe(204);
  expect(await post({ client_ref: ref, status: 'bounced' }, { provider: 'sms' })).toBe(204);
  expect(await post({ client_ref: ref, status: 'read' })).toBe(400);
  expect(await post({ client_ref: ref, status: 'bounced' }, { provider: 'pigeon' })).toBe(404);
  expect(await read()).toMatchObject({ status: 'sent', reason: null });
});

test('a callback tells the message’s own organisation, and no other', async () => {
  const other = server.clientOf((await seedOrganisation(server.context)).apiKey);
  const ours = await sendCode();
  const theirs = await sendCode(other);
  expect(await post({ client_ref: theirs.ref, status: 'bounced' })).toBe(204);
  const events = await theirs.told();
  expect(events.map(({ organisation_id }) => organisation_id)).toEqual([theirs.organisationId]);
  expect(await ours.told()).toEqual([]);
  expect([(await ours.read()).status, (await theirs.read()).status]).toEqual(['sent', 'bounced']);
});

test('one that comes before its message is recorded as sent ends its tries; one for a message never tried does nothing', async () => {
  const { session, invite } = await mintInviteFor(server, { recipient_email: freshEmail() });
  const read = async () => (await server.client.participants.list(session.id)).data[0]!.messages[0]!;
  const { id: ref } = await read();
  expect(await post({ client_ref: ref, status: 'delivered' })).toBe(204);
  expect((await read()).status).toBe('queued');
  const mailer = {
    send: async () => {
      expect(await post({ client_ref: ref, status: 'delivered' })).toBe(204);
      throw new Error('no answer in time');
    },
  };
  const { organisation_id } = await server.context.database.prisma.message.findFirstOrThrow({
    where: { id: ref },
  });
  const key = { organisation_id, message_id: ref };
  await expect(sendMessage.run({ ...server.context, mailer }, key)).rejects.toThrow('no answer');
  expect((await read()).status).toBe('delivered');
  server.post.emails.length = 0;
  await runDueJobs(server.context);
  expect(server.post.emails.filter(({ to }) => to === invite.recipient_email)).toEqual([]);
});

test('one that was given up stays so', async () => {
  const { session } = await mintInviteFor(server, { recipient_email: freshEmail() });
  server.post.failNext(1);
  await runDueJobs(server.context).catch(() => {});
  server.clock.advance(600_000);
  await runDueJobs(server.context);
  const read = async () => (await server.client.participants.list(session.id)).data[0]!.messages[0]!;
  const failed = await read();
  expect(failed).toMatchObject({ status: 'failed', reason: 'expired' });
  expect(await post({ client_ref: failed.id, status: 'delivered' })).toBe(204);
  expect(await read()).toEqual(failed);
});

test('without MESSAGE_CALLBACK_SECRET there is no such path, and only POST is taken', async () => {
  const url = `${server.baseUrl}/v1/messages/callbacks/email`;
  const reply = await fetch(url);
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  const context = {
    ...server.context,
    secrets: { ...server.context.secrets, messageCallbackSecret: undefined },
  };
  const sent = {
    provider: 'email',
    body: Buffer.from('{}'),
    signature: undefined,
    authorization: 'Bearer undefined',
  };
  await expect(receiveCallback(context, sent)).rejects.toMatchObject({ code: 'not_found' });
});
