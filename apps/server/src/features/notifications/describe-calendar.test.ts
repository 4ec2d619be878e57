import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinByLink } from '../../testing/join-by-link.ts';
import { freshEmail, mintInviteFor } from '../../testing/mint-invite-for.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const read = (calendar: string) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(calendar) as never).getFirstSubcomponent('vevent')!);
const takeMails = () => server.post.emails.splice(0);

test('the invite and each reminder of a scheduled session bring one entry, which grows with each change; others bring none', async () => {
  const { organisationId: id } = server.seed;
  await server.context.database.prisma.organisation.update({
    where: { id },
    data: { time_zone: 'Europe/Rome' },
  });
  // Two days before summer time ends in Rome, at a time that is there twice in that night.
  const ahead = new Date('2030-10-27T00:30:00Z');
  server.clock.set(new Date('2030-10-25T00:00:00Z'));
  const session = await server.client.sessions.create({ scheduled_for: ahead.toISOString(), locale: 'de' });
  const invite = await server.client.participants.create(session.id, {
    recipient_email: freshEmail(),
    send_email: true,
    ttl_minutes: 10_080,
  });
  await runDueJobs(server.context);
  const [link, code, ...others] = takeMails();
  expect([code!.calendar, others]).toEqual([undefined, []]);
  const first = read(link!.calendar!);
  expect(first.startDate.toJSDate()).toEqual(ahead);
  expect(first.uid).toBe(`${invite.id}@${new URL(server.baseUrl).hostname}`);
  expect(first.description).toContain('02:30 (Europe/Rome, UTC+02:00)');
  expect(link!.calendar).not.toContain(invite.join_url.split('#')[1]);

  const moved = new Date(ahead.getTime() + HOUR_MS);
  server.clock.advance(HOUR_MS);
  await server.client.sessions.update(session.id, { scheduled_for: moved.toISOString() });
  server.clock.set(new Date(moved.getTime() - 24 * HOUR_MS));
  await runDueJobs(server.context);
  const reminders = takeMails();
  expect(reminders.map(({ calendar }) => calendar !== undefined)).toEqual([true, false]);
  const second = read(reminders[0]!.calendar!);
  expect(second.uid).toBe(first.uid);
  expect(second.sequence).toBeGreaterThan(first.sequence);
  expect(second.startDate.toJSDate()).toEqual(moved);
  expect(second.description).toContain('02:30 (Europe/Rome, UTC+01:00)');
});

test('an invite to a session without a time brings no calendar', async () => {
  const session = await server.client.sessions.create();
  await server.client.participants.create(session.id, { recipient_email: freshEmail(), send_email: true });
  await runDueJobs(server.context);
  expect(takeMails().map(({ calendar }) => calendar)).toEqual([undefined, undefined]);
});

test('a name with lines of its own adds no line to the calendar', async () => {
  const { organisationId } = server.seed;
  const name = 'Acme\r\nATTENDEE:mailto:eve@evil.example\nEND:VEVENT; DESCRIPTION:, \\n';
  await server.context.database.prisma.organisation.update({ where: { id: organisationId }, data: { name } });
  const scheduled_for = new Date(server.clock.now().getTime() + 48 * HOUR_MS).toISOString();
  const session = await server.client.sessions.create({ scheduled_for });
  await server.client.participants.create(session.id, { recipient_email: freshEmail(), send_email: true });
  await runDueJobs(server.context);
  const [{ calendar } = { calendar: undefined }] = takeMails();
  const event = read(calendar!);
  expect(event.attendees).toEqual([]);
  expect(event.summary).toContain('Acme ATTENDEE:mailto:eve@evil.example END:VEVENT; DESCRIPTION:, \\n');
});

describe('who was mailed a time hears that it does not hold, and their calendar takes it out', () => {
  const readAll = (calendar: string) => {
    const root = new ICAL.Component(ICAL.parse(calendar) as never);
    return { method: root.getFirstPropertyValue('method'), event: read(calendar) };
  };
  /** A session in 48 hours, with one who was mailed its time, and one without an address. */
  const schedule = async () => {
    const scheduled_for = new Date(server.clock.now().getTime() + 48 * HOUR_MS).toISOString();
    const session = await server.client.sessions.create({ scheduled_for });
    const to = freshEmail();
    const body = { recipient_email: to, send_email: true, ttl_minutes: 10_080 };
    const invite = await server.client.participants.create(session.id, body);
    await server.client.participants.create(session.id, {});
    await runDueJobs(server.context);
    const [mail] = takeMails().filter(({ calendar }) => calendar);
    server.clock.advance(HOUR_MS);
    return { session, invite, to, sent: read(mail!.calendar!) };
  };
  type Scheduled = Awaited<ReturnType<typeof schedule>>;

  test.each<[string, (scheduled: Scheduled) => Promise<unknown>]>([
    ['the session ends before it began', ({ session }) => server.client.sessions.end(session.id)],
    [
      'its time is taken away',
      ({ session }) => server.client.sessions.update(session.id, { scheduled_for: null }),
    ],
    [
      'their invite is revoked',
      ({ session, invite }) => server.client.participants.revoke(session.id, invite.id),
    ],
  ])('when %s', async (_, cancel) => {
    const scheduled = await schedule();
    await cancel(scheduled);
    // A later end neither takes the cancellation back nor sends a second one.
    await server.client.sessions.end(scheduled.session.id);
    await runDueJobs(server.context);
    const mails = takeMails();
    expect(mails.map(({ to }) => to)).toEqual([scheduled.to]);
    expect(mails[0]!.subject).toContain('The appointment for your remote inspection is cancelled');
    expect(mails[0]!.text).toMatch(/does not take place at this time:\n\nScheduled for: .* UTC/);
    expect(mails[0]!.text).not.toContain('/join/');
    const { method, event } = readAll(mails[0]!.calendar!);
    expect([method, event.uid]).toEqual(['CANCEL', scheduled.sent.uid]);
    expect(event.startDate.toJSDate()).toEqual(scheduled.sent.startDate.toJSDate());
    expect(event.sequence).toBeGreaterThan(scheduled.sent.sequence);
    expect(event.component.getFirstPropertyValue('organizer')).toBe(
      scheduled.sent.component.getFirstPropertyValue('organizer'),
    );
    const { data } = await server.client.participants.list(scheduled.session.id);
    const messages = data.flatMap((each) => each.messages).filter(({ kind }) => kind === 'invite_cancelled');
    expect(messages).toMatchObject([{ channel: 'email', status: 'sent' }]);
  });

  test('but not when the time is over, when nobody was told of it, or when they have joined', async () => {
    const late = await schedule();
    server.clock.advance(48 * HOUR_MS);
    await runDueJobs(server.context);
    await server.client.sessions.end(late.session.id);
    const unsent = await server.client.sessions.create({
      scheduled_for: new Date(server.clock.now().getTime() + 48 * HOUR_MS).toISOString(),
    });
    await server.client.participants.create(unsent.id, { recipient_email: freshEmail(), send_email: true });
    await server.client.sessions.end(unsent.id);
    const joined = await mintInviteFor(server, { send_email: false });
    await joinByLink(joined.invite.join_url);
    await server.client.sessions.end(joined.session.id);
    await runDueJobs(server.context);
    expect(takeMails().filter(({ calendar }) => calendar?.includes('METHOD:CANCEL'))).toEqual([]);
  });

  test('and not when the session is at that time again before it is said', async () => {
    const { session } = await schedule();
    const { scheduled_for } = await server.client.sessions.get(session.id);
    await server.client.sessions.update(session.id, { scheduled_for: null });
    await server.client.sessions.update(session.id, { scheduled_for });
    await runDueJobs(server.context);
    expect(takeMails().filter(({ calendar }) => calendar?.includes('METHOD:CANCEL'))).toEqual([]);
  });
});
