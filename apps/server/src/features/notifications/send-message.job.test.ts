import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EmailMessage } from '../../platform/messages/create-mailer.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { waitForLock } from '../../testing/wait-for-lock.ts';
import { claimMessage } from './claim-message.ts';
import { sendMessage } from './send-message.job.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.post.failNext(0);
  server.post.emails.length = 0;
  server.post.texts.length = 0;
});
afterAll(() => server.close());

const messagesOf = (inviteId: string) =>
  server.context.database.prisma.message.findMany({
    where: { participant_id: inviteId },
    orderBy: { id: 'asc' },
  });

/** An invite whose only message, its code, waits to be sent. */
const queueCode = async () => {
  const minted = await mintInviteFor(server);
  const [message] = await messagesOf(minted.invite.id);
  const key = { organisation_id: message!.organisation_id, message_id: message!.id };
  return { ...minted, key, read: async () => (await messagesOf(minted.invite.id))[0]! };
};

/** Leases count by the database's clock, which a test can't move. */
const endLease = (id: string) =>
  server.context.database.prisma.message.updateMany({ where: { id }, data: { lease_until: new Date(0) } });

describe('an invite', () => {
  test('link and code travel apart: neither message holds the other’s half', async () => {
    const email = freshEmail();
    const { invite } = await mintInviteFor(server, {
      recipient_first_name: 'Ada',
      recipient_email: email,
      recipient_phone: '+393331234567',
      send_email: true,
    });
    await runDueJobs(server.context);
    const token = invite.join_url.split('#')[1]!;
    expect(server.post.emails.map(({ to }) => to)).toEqual([email, email]);
    expect(server.post.texts.map(({ to }) => to)).toEqual(['+393331234567']);
    const [link, code] = server.post.emails.map((message) => JSON.stringify(message));
    const texts = JSON.stringify(server.post.texts);
    expect([link, code, texts].map((message) => message!.includes(token))).toEqual([true, false, false]);
    expect([link, code, texts].map((message) => message!.includes(invite.otp_code!))).toEqual([
      false,
      true,
      true,
    ]);
    expect([code, texts].filter((message) => message!.includes('/join/'))).toEqual([]);
    expect(server.post.emails[0]!.text).toContain('Ada');
  });

  test('the link is mailed only when that is asked for', async () => {
    const { invite } = await mintInviteFor(server);
    await runDueJobs(server.context);
    expect(server.post.emails).toHaveLength(1);
    expect(server.post.emails[0]!.text).toContain(invite.otp_code);
  });

  test('is written in the session’s locale, with its time, and with its notes as text', async () => {
    const session = await server.client.sessions.create({
      notes: '<b>Dach</b> & Keller',
      locale: 'de-AT',
      scheduled_for: '2031-05-05T10:00:00Z',
    });
    await server.client.participants.create(session.id, { recipient_email: freshEmail(), send_email: true });
    await runDueJobs(server.context);
    const [link, code] = server.post.emails;
    expect(link!.subject).toBe('Acme Inspections lädt Sie zu einer Ferninspektion ein');
    expect(link!.html).toContain('lang="de"');
    expect(link!.html).toContain('&lt;b&gt;Dach&lt;/b&gt; &amp; Keller');
    expect(link!.html).not.toContain('<b>Dach');
    expect(link!.text).toContain('<b>Dach</b> & Keller');
    expect(link!.text).toContain('5. Mai 2031');
    expect(code!.html).toContain('lang="de"');
  });

  test('a reissue sends what the first mint sent; what the replaced one left waiting is not sent', async () => {
    const { session, invite } = await mintInviteFor(server, {
      recipient_email: freshEmail(),
      send_email: true,
    });
    const reissued = await server.client.participants.reissue(session.id, invite.id);
    await runDueJobs(server.context);
    const sent = server.post.emails.map(({ text }) => text);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toContain(reissued.join_url);
    expect(sent[1]).toContain(reissued.otp_code);
    expect(sent.join()).not.toContain(invite.join_url);
  });

  test.each([
    ['joined', (joinUrl: string, code: string | null) => joinByLink(joinUrl, { code })],
    [
      'revoked',
      (_: string, __: string | null, ids: [string, string]) => server.client.participants.revoke(...ids),
    ],
    [
      'ended',
      (_: string, __: string | null, [sessionId]: [string, string]) => server.client.sessions.end(sessionId),
    ],
    ['expired', async () => server.clock.advance(60_000)],
  ])('once %s, nothing of it is sent, and no secret stays', async (_title, act) => {
    const { session, invite } = await mintInviteFor(server, {
      recipient_email: freshEmail(),
      send_email: true,
      ttl_minutes: 1,
    });
    await act(invite.join_url, invite.otp_code, [session.id, invite.id]);
    await runDueJobs(server.context);
    expect(server.post.emails).toEqual([]);
    expect(await messagesOf(invite.id)).toMatchObject(
      Array(2).fill({ sent_at: null, cancelled_at: expect.any(Date), secret_sealed: null }),
    );
  });
});

describe('the job', () => {
  test('sends once however often it runs, meanwhile or afterwards, and wipes the code', async () => {
    const { key, read } = await queueCode();
    expect((await read()).secret_sealed).not.toBeNull();
    const mailer = {
      send: async (message: EmailMessage) => {
        const runs = Array.from({ length: 7 }, () => sendMessage.run(server.context, key));
        const outcomes = await Promise.allSettled(runs);
        expect(outcomes.map(({ status }) => status)).toEqual(Array(7).fill('fulfilled'));
        await server.post.mailer.send(message);
      },
    };
    await sendMessage.run({ ...server.context, mailer }, key);
    await sendMessage.run(server.context, key);
    const sentAt = server.clock.now();
    // The time passes for jobs that wait for the lease, too.
    server.clock.advance(60_000);
    expect(await runDueJobs(server.context)).toContain('send-message');
    expect(server.post.emails).toHaveLength(1);
    expect(await read()).toMatchObject({
      sent_at: sentAt,
      secret_sealed: null,
      lease_until: null,
    });
  });

  test('a failure stays a failure of the job, keeps the code, and the next try has the same message id', async () => {
    const { key, read } = await queueCode();
    server.post.failNext(2);
    await expect(runDueJobs(server.context)).rejects.toThrow('the fake post is told to fail');
    await expect(runDueJobs(server.context)).rejects.toThrow('the fake post is told to fail');
    expect(await read()).toMatchObject({ sent_at: null, lease_until: null, attempt_count: 2 });
    await runDueJobs(server.context);
    expect(server.post.emails.map(({ messageId }) => messageId)).toEqual([key.message_id]);
    expect(await read()).toMatchObject({ sent_at: expect.any(Date), attempt_count: 3 });
  });

  test('after a process died while sending, it waits until the lease is over, which is no failure, then sends', async () => {
    // The lease counts by the database's clock.
    server.clock.advance(Date.now() - server.clock.now().getTime());
    const { key, read } = await queueCode();
    await claimMessage(server.context, key);
    await runDueJobs(server.context);
    expect(server.post.emails).toEqual([]);
    const { lease_until } = await read();
    expect(lease_until!.getTime() - Date.now()).toBeLessThanOrEqual(30_000);
    const { rows } = await server.context.database.pool.query<{ run_at: Date; attempts: number }>(
      'select run_at, attempts from graphile_worker.jobs where key = $1',
      [`send-message:${key.message_id}`],
    );
    expect(rows).toEqual([{ run_at: lease_until, attempts: 0 }]);
    await endLease(key.message_id);
    server.clock.advance(31_000);
    await runDueJobs(server.context);
    expect(server.post.emails).toHaveLength(1);
  });

  test('one that is cancelled while it is claimed is not sent, which is no failure', async () => {
    const { key, read } = await queueCode();
    let running: Promise<void> | undefined;
    await server.context.database.prisma.$transaction(async (db) => {
      const cancelled = { cancelled_at: server.clock.now(), secret_sealed: null };
      await db.message.updateMany({ where: { id: key.message_id }, data: cancelled });
      running = sendMessage.run(server.context, key);
      await waitForLock(server.context);
    });
    await running;
    server.clock.advance(2_000);
    expect(await runDueJobs(server.context)).toContain('send-message');
    expect(server.post.emails).toEqual([]);
    expect(await read()).toMatchObject({ sent_at: null, attempt_count: 0 });
  });

  test('an attempt that lost its lease while sending records nothing', async () => {
    const { key, read } = await queueCode();
    const mailer = {
      send: async () => {
        await endLease(key.message_id);
        await claimMessage(server.context, key);
      },
    };
    await sendMessage.run({ ...server.context, mailer }, key);
    expect(await read()).toMatchObject({ sent_at: null, attempt_count: 2, lease_until: expect.any(Date) });
    expect((await read()).secret_sealed).not.toBeNull();
    await endLease(key.message_id);
    await runDueJobs(server.context);
    expect(server.post.emails).toHaveLength(1);
  });

  test('a code whose time is over is cancelled and wiped, not sent', async () => {
    const { read } = await queueCode();
    server.clock.advance(600_000);
    await runDueJobs(server.context);
    expect(server.post.emails).toEqual([]);
    expect(await read()).toMatchObject({
      sent_at: null,
      cancelled_at: server.clock.now(),
      secret_sealed: null,
    });
  });

  test('a message that is gone ends the job', async () => {
    const message_id = '01a1f93a-a014-7be2-9c7b-f16f6a3089a2';
    await sendMessage.run(server.context, { organisation_id: server.seed.organisationId, message_id });
    expect(server.post.emails).toEqual([]);
  });
});
