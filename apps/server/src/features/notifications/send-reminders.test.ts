import type { LocaleCode } from '@field-inspection/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMember } from '../../testing/add-member.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { sendMessage } from './send-message.job.ts';

const HOUR_MS = 3_600_000;
const OPERATOR = 'operator@example.com';

let server: TestServer;
let email: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.post.emails.length = 0;
  email = freshEmail();
});
afterAll(() => server.close());

const hoursAhead = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();

/** A session in 48 hours with one person invited by e-mail, whose first messages are sent and forgotten. */
const schedule = async ({ locale = 'en' }: { locale?: LocaleCode } = {}) => {
  const session = await server.client.sessions.create({
    scheduled_for: hoursAhead(48),
    notes: 'Roof',
    locale,
  });
  const invite = await server.client.participants.create(session.id, {
    recipient_first_name: 'Ada',
    recipient_last_name: 'Lovelace',
    recipient_email: email,
    ttl_minutes: 10_080,
  });
  await runDueJobs(server.context);
  server.post.emails.length = 0;
  return { session, invite };
};

const mailsAfter = async (hours: number) => {
  server.clock.advance(hours * HOUR_MS);
  await runDueJobs(server.context);
  return server.post.emails.splice(0);
};

const recipientsAfter = async (hours: number) => (await mailsAfter(hours)).map(({ to }) => to).sort();

describe('24 hours and 1 hour before', () => {
  test('a person reads where it is, and an operator who can sign in gets the way to the session in the console', async () => {
    const member = await addMember(server.context, {
      organisationId: server.seed.organisationId,
      name: 'Grace',
      email: freshEmail(),
      role: 'inspector',
      locale: 'en',
    });
    const { api_key } = await createCredential(server.context, {
      organisationId: server.seed.organisationId,
      name: 'Grace',
      scopes: ['sessions:write', 'participants:write'],
      operatorEmail: member.email,
      memberId: member.id,
    });
    const client = server.clientOf(api_key);
    const { id } = await client.sessions.create({
      scheduled_for: hoursAhead(24.5),
      site_address: 'Via Torino 12',
      shots: ['roof', 'door', 'meter'].map((slot) => ({
        slot,
        label: { en: slot },
        required: slot !== 'meter',
      })),
    });
    await client.participants.create(id, { recipient_email: email, send_email: true, ttl_minutes: 10_080 });
    await runDueJobs(server.context);
    const invited = server.post.emails.splice(0).find(({ text }) => text.includes('/join/'))!;
    expect(invited.text).toContain('Address of the site: Via Torino 12');
    // The application counts what is required, too.
    expect(invited.text).toContain('Photos needed: 2');
    const mails = await mailsAfter(1);
    const address = `${server.context.config.baseUrl}/console/inspections/${id}`;
    for (const { to, text } of mails) {
      expect(text).toContain('Address of the site: Via Torino 12');
      expect([to, text.includes(`\n${address}\n`)]).toEqual([to, to === member.email]);
    }
    expect(mails.map(({ to }) => to).sort()).toEqual([member.email, email].sort());
    await mailsAfter(26);
  });

  test('the invited person gets the link and no code, the operator the advice to reissue', async () => {
    const { session, invite } = await schedule();
    for (const [hours, subject] of [
      [24, 'Reminder: remote inspection in 24 hours (Acme Inspections)'],
      [23, 'Reminder: remote inspection in 1 hour (Acme Inspections)'],
    ] as const) {
      const mails = await mailsAfter(hours);
      expect(mails.map(({ to }) => to).sort()).toEqual([OPERATOR, email].sort());
      const toInvitee = mails.find(({ to }) => to === email)!;
      const toOperator = mails.find(({ to }) => to === OPERATOR)!;
      expect(toInvitee.subject).toBe(subject);
      expect(toInvitee.text).toContain(invite.join_url);
      expect(JSON.stringify(mails)).not.toContain(invite.otp_code);
      expect(toOperator.text).toContain('Ada Lovelace');
      expect(toOperator.text).toContain(session.id);
      expect(toOperator.text).toContain('The link in the invitation still works');
      expect(JSON.stringify(toOperator)).not.toContain(invite.join_url.split('#')[1]);
    }
    expect(await mailsAfter(2)).toEqual([]);
  });

  test('not a minute earlier, and in the session’s locale; to an operator in that of the organisation', async () => {
    await schedule({ locale: 'it' });
    expect(await mailsAfter(24 - 1 / 60)).toEqual([]);
    const mails = await mailsAfter(1 / 60);
    expect(mails).toHaveLength(2);
    const isIn = (locale: string, to: string) =>
      mails.find((mail) => mail.to === to)!.html.includes(`<html lang="${locale}"`);
    const invitee = mails.find(({ to }) => to !== OPERATOR)!.to;
    expect([isIn('it', invitee), isIn('en', OPERATOR)]).toEqual([true, true]);
  });

  test('to an operator who is a member in their own language', async () => {
    const { prisma } = server.context.database;
    const key = { organisation_id: server.seed.organisationId, id: server.context.ids.next() };
    const member = { ...key, email: OPERATOR.toUpperCase(), name: 'Eva', role: 'inspector' };
    const created_at = server.clock.now();
    await prisma.member.create({ data: { ...member, status: 'active', locale: 'de', created_at } });
    await schedule({ locale: 'it' });
    const mails = await mailsAfter(24);
    expect(mails.find(({ to }) => to === OPERATOR)!.html).toContain('<html lang="de"');
    await prisma.member.update({
      where: { organisation_id_id: key },
      data: { email: '', status: 'removed' },
    });
  });

  test('after a reissue the reminder carries the new link', async () => {
    const { session, invite } = await schedule();
    const reissued = await server.client.participants.reissue(session.id, invite.id);
    await runDueJobs(server.context);
    server.post.emails.length = 0;
    const toInvitee = (await mailsAfter(24)).find(({ to }) => to === email)!;
    expect(toInvitee.text).toContain(reissued.join_url);
  });

  test('each is sent once, however often its job runs', async () => {
    const { session } = await schedule();
    await mailsAfter(24);
    const reminders = await server.context.database.prisma.message.findMany({
      where: { session_id: session.id, kind: { startsWith: 'reminder_' } },
    });
    for (const { organisation_id, id } of reminders) {
      await sendMessage.run(server.context, { organisation_id, message_id: id });
    }
    expect(reminders).toHaveLength(2);
    expect(server.post.emails).toEqual([]);
  });
});

describe('moved', () => {
  test('PATCH scheduled_for moves both, and nothing comes at the old times', async () => {
    const { session } = await schedule();
    await server.client.sessions.update(session.id, { scheduled_for: hoursAhead(72) });
    expect(await recipientsAfter(24)).toEqual([]);
    expect(await recipientsAfter(23)).toEqual([]);
    expect(await recipientsAfter(1)).toEqual([email, OPERATOR].sort());
    expect(await recipientsAfter(23)).toEqual([email, OPERATOR].sort());
  });

  test('one that waits to be sent when the session moves is not sent', async () => {
    const { session } = await schedule();
    server.clock.advance(24 * HOUR_MS);
    server.post.failNext(1);
    await expect(runDueJobs(server.context)).rejects.toThrow('told to fail');
    await server.client.sessions.update(session.id, { scheduled_for: hoursAhead(100) });
    expect(await mailsAfter(0)).toEqual([]);
    expect(await recipientsAfter(76)).toEqual([email, OPERATOR].sort());
  });

  test('to now: none are left', async () => {
    const { session } = await schedule();
    await server.client.sessions.update(session.id, { scheduled_for: null });
    expect(await mailsAfter(47)).toEqual([]);
  });
});

describe('stopped', () => {
  test.each([
    ['a join', (_sessionId: string, joinUrl: string, code: string | null) => joinByLink(joinUrl, { code })],
    ['the end of the session', (sessionId: string) => server.client.sessions.end(sessionId)],
  ])('by %s, the operator’s included', async (_title, act) => {
    const { session, invite } = await schedule();
    await act(session.id, invite.join_url, invite.otp_code);
    expect(await mailsAfter(24)).toEqual([]);
    expect(await mailsAfter(23)).toEqual([]);
  });

  test.each([
    ['a join', (_sessionId: string, joinUrl: string) => joinByLink(joinUrl)],
    ['the end of the session', (sessionId: string) => server.client.sessions.end(sessionId)],
  ])('by %s of somebody else while they wait to be sent', async (_title, act) => {
    const { session } = await schedule();
    const other = await server.client.participants.create(session.id, { ttl_minutes: 10_080 });
    server.clock.advance(24 * HOUR_MS);
    server.post.failNext(1);
    await expect(runDueJobs(server.context)).rejects.toThrow('told to fail');
    await act(session.id, other.join_url);
    const waiting = { session_id: session.id, sent_at: null, cancelled_at: null };
    expect(await server.context.database.prisma.message.count({ where: waiting })).toBe(0);
    expect(await mailsAfter(0)).toEqual([]);
  });

  test('by a revocation for the one who is not invited any more; the operator still hears', async () => {
    const { session, invite } = await schedule();
    await server.client.participants.revoke(session.id, invite.id);
    expect(await recipientsAfter(24)).toEqual([OPERATOR]);
  });
});
