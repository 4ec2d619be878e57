import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MessageRefusedError } from '../../platform/messages/message-refused-error.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';

const SECRET = 'secret-of-the-provider-0123456789abcdef';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ MESSAGE_CALLBACK_SECRET: SECRET });
});
afterAll(() => server.close());

const prisma = () => server.context.database.prisma;
const mint = async () => {
  const { session, invite } = await mintInviteFor(server, { recipient_email: freshEmail() });
  return { sessionId: session.id, messageId: invite.messages[0]!.id };
};
const eventsOf = (sessionId: string) =>
  prisma().event.findMany({ where: { session_id: sessionId, type: 'message.failed' } });

const bounce = async (messageId: string): Promise<void> => {
  const body = JSON.stringify({ client_ref: messageId, status: 'bounced', reason: '5.1.1' });
  const time = Math.floor(server.clock.now().getTime() / 1_000);
  const signature = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'svc-signature': `t=${time},v1=${signature}` };
  const url = `${server.baseUrl}/v1/messages/callbacks/email`;
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
};

/** Redacts a session in a transaction, in the middle of which a message fails. */
const failMeanwhile = async (sessionId: string, fail: () => Promise<unknown>): Promise<void> => {
  const failing = await server.context.transact(async (tx) => {
    await tx.db.$queryRaw`select 1 from sessions where id = ${sessionId}::uuid for no key update`;
    const underWay = fail();
    await waitForLock(server.context);
    await tx.db.session.updateMany({ where: { id: sessionId }, data: { redacted_at: tx.now } });
    return { underWay };
  });
  await failing.underWay;
};

it('a message that comes back while its session is redacted waits for that, and no event tells of it: it would stay when the others are erased', async () => {
  const { sessionId, messageId } = await mint();
  await runDueJobs(server.context);
  await failMeanwhile(sessionId, () => bounce(messageId));
  expect(await eventsOf(sessionId)).toEqual([]);
  expect(await prisma().message.findFirst({ where: { id: messageId } })).toMatchObject({ fate: 'bounced' });
});

it('a message that is refused while its session is redacted waits for that, and no event tells of it', async () => {
  const { sessionId, messageId } = await mint();
  server.post.failNext(1, new MessageRefusedError('unknown_recipient', 'no such user'));
  await failMeanwhile(sessionId, () => runDueJobs(server.context));
  expect(await eventsOf(sessionId)).toEqual([]);
  expect(await prisma().message.findFirst({ where: { id: messageId } })).toMatchObject({ fate: 'failed' });
});

it('both are told of a session that is not redacted', async () => {
  const [first, second] = [await mint(), await mint()];
  server.post.failNext(1, new MessageRefusedError('unknown_recipient', 'no such user'));
  await runDueJobs(server.context);
  const failed = [await eventsOf(first.sessionId), await eventsOf(second.sessionId)].flat();
  expect(failed).toHaveLength(1);
  const sent = failed[0]!.session_id === first.sessionId ? second : first;
  await bounce(sent.messageId);
  expect(await eventsOf(sent.sessionId)).toHaveLength(1);
});
