import { EVENT_DATA } from '@field-inspection/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startSecondServer } from '../../testing/start-second-server.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { sendMessage } from './send-message.job.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ONE_HOUR = 'reminder_invitee_1h';

let server: TestServer;
let email: string;
beforeEach(async () => {
  server = await startTestServer();
  email = freshEmail();
  // A window of a day, and so of an hour, begins now.
  server.clock.set(new Date((Math.floor(server.clock.now().getTime() / DAY_MS) + 2) * DAY_MS));
});
afterEach(() => server.close());

const ahead = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();

/** A session far ahead with so many invites to one address, whose codes are sent and forgotten. */
const invite = async (count = 1) => {
  const session = await server.client.sessions.create({ scheduled_for: ahead(6 * DAY_MS) });
  for (let made = 0; made < count; made++) {
    // Codes have a limit, too.
    if (made > 0 && made % 5 === 0) server.clock.advance(HOUR_MS);
    await server.client.participants.create(session.id, { recipient_email: email, ttl_minutes: 10_080 });
  }
  await runDueJobs(server.context);
  server.post.emails.length = 0;
  return session;
};

const move = (id: string, aheadMs: number) =>
  server.client.sessions.update(id, { scheduled_for: ahead(aheadMs) });
const runAfter = async (ms: number) => {
  server.clock.advance(ms);
  await runDueJobs(server.context);
};
const mailsTo = (address: string) => server.post.emails.filter(({ to }) => to === address).length;
const untilMidnight = () => DAY_MS - (server.clock.now().getTime() % DAY_MS);
const messages = (where: object) => server.context.database.prisma.message.findMany({ where });

describe('reminders are within the limits of messages', () => {
  test('12 changes of scheduled_for give one mail to an address, not one for each', async () => {
    const session = await invite();
    for (let change = 0; change < 12; change++) {
      await move(session.id, HOUR_MS + SECOND_MS);
      await runAfter(2 * SECOND_MS);
    }
    expect([mailsTo(email), mailsTo('operator@example.com')]).toEqual([1, 1]);
  });

  test('at most one of a kind for an invite and a day: the next day has another', async () => {
    const session = await invite();
    const remind = async () => {
      await move(session.id, HOUR_MS + SECOND_MS);
      await runAfter(2 * SECOND_MS);
      await move(session.id, DAY_MS + SECOND_MS);
      await runAfter(2 * SECOND_MS);
      return mailsTo(email);
    };
    expect([await remind(), await remind()]).toEqual([2, 2]);
    await move(session.id, 5 * DAY_MS);
    server.clock.advance(untilMidnight());
    expect([await remind(), await remind()]).toEqual([4, 4]);
  });

  test('one address gets exactly five an hour, though two processes send at once; the others wait and are sent, each once', async () => {
    const session = await invite(8);
    server.clock.advance(2 * HOUR_MS);
    const second = await startSecondServer(server);
    try {
      await move(session.id, DAY_MS + SECOND_MS);
      server.clock.advance(2 * SECOND_MS);
      // The first of them fails, and so the others are still to be sent.
      server.post.failNext(1);
      await expect(runDueJobs(server.context)).rejects.toThrow('told to fail');
      const waiting = await messages({ kind: 'reminder_invitee_24h', sent_at: null });
      expect(waiting).toHaveLength(8);
      await Promise.all(
        waiting.flatMap(({ organisation_id, id }) =>
          [server.context, second.context].map((context) =>
            sendMessage.run(context, { organisation_id, message_id: id }),
          ),
        ),
      );
      expect(mailsTo(email)).toBe(5);
      await runAfter(HOUR_MS - 3 * SECOND_MS);
      expect(mailsTo(email)).toBe(5);
      await runAfter(SECOND_MS);
      expect(mailsTo(email)).toBe(8);
      await runAfter(2 * HOUR_MS);
      expect(mailsTo(email)).toBe(8);
    } finally {
      await second.close();
    }
  });

  test('they count in the organisation’s day, with all else that it sends', async () => {
    server.context.config.messagesPerOrganisationDay = 3;
    const session = await invite();
    await move(session.id, DAY_MS + SECOND_MS);
    await runAfter(2 * SECOND_MS);
    await move(session.id, HOUR_MS + SECOND_MS);
    await runAfter(2 * SECOND_MS);
    expect(server.post.emails).toHaveLength(3);
    const other = await server.client.sessions.create();
    const link = { recipient_email: freshEmail(), send_email: true };
    await expect(server.client.participants.create(other.id, link)).rejects.toMatchObject({
      status: 429,
      retryAfterMs: untilMidnight(),
    });
  });

  test('one that waited says how soon the session begins when it is sent, and not when it was due', async () => {
    const session = await invite();
    server.context.config.messagesPerRecipientHour = 0;
    await move(session.id, DAY_MS + SECOND_MS);
    await runAfter(2 * SECOND_MS);
    server.context.config.messagesPerRecipientHour = 5;
    await runAfter(4 * HOUR_MS);
    const [mail] = server.post.emails.filter(({ to }) => to === email);
    expect(mail?.subject).toContain('remote inspection in 20 hours');
    expect(mail?.text).toContain('begins in 20 hours.');
  });

  test('one that waits when the session moves is void, and takes no turn of the one at the new time', async () => {
    const session = await invite();
    server.context.config.messagesPerRecipientHour = 0;
    await move(session.id, HOUR_MS + SECOND_MS);
    await runAfter(2 * SECOND_MS);
    server.context.config.messagesPerRecipientHour = 5;
    await move(session.id, 3 * HOUR_MS);
    await runAfter(HOUR_MS);
    expect(mailsTo(email)).toBe(0);
    await runAfter(HOUR_MS);
    expect(mailsTo(email)).toBe(1);
  });

  test('one that waits when the session moves is the one at the new time of the same day: it is sent there, once', async () => {
    const session = await invite();
    server.context.config.messagesPerRecipientHour = 0;
    await move(session.id, HOUR_MS + SECOND_MS);
    await runAfter(2 * SECOND_MS);
    await runAfter(10 * MINUTE_MS);
    await move(session.id, 90 * MINUTE_MS);
    await runAfter(30 * MINUTE_MS);
    expect(await messages({ kind: ONE_HOUR, sent_at: null, cancelled_at: null })).toHaveLength(1);
    server.context.config.messagesPerRecipientHour = 5;
    await runAfter(20 * MINUTE_MS);
    expect([mailsTo(email), mailsTo('operator@example.com')]).toEqual([1, 1]);
    await runAfter(2 * HOUR_MS);
    expect(server.post.emails).toHaveLength(2);
  });

  test('one that was counted and could not be sent is the one at the new time, too, and counts once', async () => {
    const session = await invite();
    server.context.config.messagesPerRecipientHour = 1;
    await move(session.id, HOUR_MS + SECOND_MS);
    server.clock.advance(2 * SECOND_MS);
    server.post.failNext(1);
    await expect(runDueJobs(server.context)).rejects.toThrow('told to fail');
    expect(await messages({ awaits_count: false, sent_at: null, kind: ONE_HOUR })).toHaveLength(1);
    await move(session.id, 80 * MINUTE_MS);
    await runAfter(0);
    await runAfter(20 * MINUTE_MS);
    expect([mailsTo(email), mailsTo('operator@example.com')]).toEqual([1, 1]);
    expect(await messages({ sent_at: null, kind: ONE_HOUR })).toEqual([]);
  });

  test('one that waits is not stopped by a job that still read its old time while it got the new one', async () => {
    const session = await invite();
    server.context.config.messagesPerRecipientHour = 0;
    await move(session.id, HOUR_MS + SECOND_MS);
    await runAfter(2 * SECOND_MS);
    await move(session.id, 90 * MINUTE_MS);
    const reminding = await server.context.database.pool.connect();
    try {
      await reminding.query('begin');
      await reminding.query(
        'update messages m set expires_at = s.scheduled_for from sessions s where s.id = m.session_id and m.kind = $1',
        [ONE_HOUR],
      );
      const [waiting] = await messages({ kind: ONE_HOUR });
      const { organisation_id, id } = waiting!;
      const sending = sendMessage.run(server.context, { organisation_id, message_id: id });
      await waitForLock(server.context);
      await reminding.query('commit');
      await sending;
    } finally {
      reminding.release();
    }
    expect(await messages({ kind: ONE_HOUR })).toMatchObject([{ sent_at: null, cancelled_at: null }]);
  });
});

describe('message.failed', () => {
  const openReader = async () => (await server.client.webhookEndpoints.create({ kind: 'pull' })).id;
  const failuresOf = async (reader: string, { client } = server) =>
    (await client.webhookEndpoints.pull(reader, { limit: 100 })).data
      .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
      .filter(({ type }) => type === 'message.failed')
      .map(({ data }) => data);

  test('over the limit a reminder waits while it is worth sending, and then that is told, once and without the address', async () => {
    const reader = await openReader();
    const session = await invite();
    server.context.config.messagesPerRecipientHour = 0;
    await move(session.id, HOUR_MS + SECOND_MS);
    await runAfter(2 * SECOND_MS);
    await runAfter(HOUR_MS - 2 * SECOND_MS);
    expect(await failuresOf(reader)).toEqual([]);
    await runAfter(SECOND_MS);
    const failures = await failuresOf(reader);
    expect(failures).toMatchObject([
      { kind: 'reminder_invitee_1h', reason: 'limit', session: session.id, recipient_hint: 'p•••@e•••.com' },
      { kind: 'reminder_operator_1h', reason: 'limit', invite: null },
    ]);
    for (const data of failures) expect(EVENT_DATA['message.failed'].safeParse(data).error).toBeUndefined();
    expect(JSON.stringify(failures)).not.toContain(email.split('@')[0]);
    for (const { organisation_id, id } of await messages({ session_id: session.id })) {
      await sendMessage.run(server.context, { organisation_id, message_id: id });
    }
    await runAfter(DAY_MS);
    expect(await failuresOf(reader)).toHaveLength(2);
    expect(server.post.emails).toEqual([]);
  });

  test('a reminder of 24 hours waits until that of one hour is due, and no longer', async () => {
    const reader = await openReader();
    const session = await invite();
    server.context.config.messagesPerRecipientHour = 0;
    await move(session.id, DAY_MS);
    await runAfter(0);
    await runAfter(22 * HOUR_MS);
    expect(await failuresOf(reader)).toEqual([]);
    server.context.config.messagesPerRecipientHour = 5;
    await runAfter(HOUR_MS);
    expect(await failuresOf(reader)).toMatchObject([
      { kind: 'reminder_invitee_24h', reason: 'limit' },
      { kind: 'reminder_operator_24h', reason: 'limit' },
    ]);
    expect(server.post.emails.map(({ subject }) => subject)).toEqual([
      'Reminder: remote inspection in 1 hour (Acme Inspections)',
      'Your remote inspection begins in 1 hour',
    ]);
  });

  test('a code that nobody took before it was over is told, too', async () => {
    const reader = await openReader();
    const { id } = await server.client.sessions.create();
    const minted = await server.client.participants.create(id, { recipient_email: email });
    server.post.failNext(1);
    await expect(runDueJobs(server.context)).rejects.toThrow('told to fail');
    await runAfter(server.context.config.otpTtlMs);
    const [failure] = await failuresOf(reader);
    expect(failure).toMatchObject({ kind: 'otp', reason: 'expired', session: id, invite: minted.id });
    expect(JSON.stringify(failure)).not.toContain(minted.otp_code);
  });
});
