import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { cleanUpJoinTokens } from './exports/clean-up-join-tokens.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.post.emails.length = 0;
});
afterAll(() => server.close());

const hoursAhead = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString();
const pass = async (hours: number) => {
  server.clock.advance(hours * HOUR_MS);
  await runDueJobs(server.context);
  return server.post.emails.splice(0);
};
const schedule = (hours: number) => server.client.sessions.create({ scheduled_for: hoursAhead(hours) });
const endOf = async (sessionId: string) =>
  (await server.client.participants.list(sessionId)).data.map(({ expires_at }) => expires_at);

describe('an invite to a scheduled session, with the defaults', () => {
  it('is mailed with a time that is behind the appointment, brings both reminders, and lets in at the appointment', async () => {
    const session = await schedule(20 * DAY_HOURS);
    const email = freshEmail();
    const body = { recipient_email: email, send_email: true };
    const invite = await server.client.participants.create(session.id, body);
    expect(invite.expires_at).toBe(hoursAhead(21 * DAY_HOURS));
    await runDueJobs(server.context);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    const [mail] = server.post.emails.splice(0).filter(({ text }) => text.includes(invite.join_url));
    expect(mail!.text).toContain(day.format(new Date(invite.expires_at)));
    const reminders = [await pass(19 * DAY_HOURS), await pass(23)];
    const toInvitee = reminders.map((mails) => mails.filter(({ to }) => to === email));
    expect(toInvitee.map((mails) => mails.map(({ text }) => text.includes(invite.join_url)))).toEqual([
      [true],
      [true],
    ]);
    await pass(1.5);
    expect((await joinByLink(invite.join_url)).status).toBe(401);
  });

  it('moves with the appointment to a later time, and its link is kept as long', async () => {
    const session = await schedule(2 * DAY_HOURS);
    const invite = await server.client.participants.create(session.id);
    await server.client.sessions.update(session.id, { scheduled_for: hoursAhead(90 * DAY_HOURS) });
    expect(await endOf(session.id)).toEqual([hoursAhead(91 * DAY_HOURS)]);
    await pass(90 * DAY_HOURS);
    await cleanUpJoinTokens(server.context);
    expect((await joinByLink(invite.join_url)).status).toBe(200);
  });

  it('that was minted before there was an appointment outlasts it, and is no shorter where it comes sooner', async () => {
    const session = await server.client.sessions.create();
    await server.client.participants.create(session.id);
    const later = hoursAhead(11 * DAY_HOURS);
    await server.client.sessions.update(session.id, { scheduled_for: hoursAhead(10 * DAY_HOURS) });
    await server.client.sessions.update(session.id, { scheduled_for: hoursAhead(3) });
    expect(await endOf(session.id)).toEqual([later]);
  });

  it('that is reissued outlasts it again', async () => {
    const session = await schedule(10 * DAY_HOURS);
    const { id } = await server.client.participants.create(session.id);
    const { expires_at } = await server.client.participants.reissue(session.id, id);
    expect(expires_at).toBe(hoursAhead(11 * DAY_HOURS));
  });
});

it('a lifetime that was chosen counts from the mint, and a moved appointment does not change it', async () => {
  const session = await schedule(10 * DAY_HOURS);
  await server.client.participants.create(session.id, { ttl_minutes: 60 });
  const end = hoursAhead(1);
  await server.client.sessions.update(session.id, { scheduled_for: hoursAhead(20 * DAY_HOURS) });
  expect(await endOf(session.id)).toEqual([end]);
});

it('a moved appointment brings back no invite that is revoked or over', async () => {
  const session = await server.client.sessions.create();
  await server.client.participants.create(session.id);
  await pass(25);
  const revoked = await server.client.participants.create(session.id);
  await server.client.participants.revoke(session.id, revoked.id);
  const before = await endOf(session.id);
  await server.client.sessions.update(session.id, { scheduled_for: hoursAhead(10 * DAY_HOURS) });
  expect(await endOf(session.id)).toEqual(before);
});
